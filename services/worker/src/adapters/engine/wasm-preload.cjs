// The loader of the engine prefers a global fetch, which cannot read a file.
delete globalThis.fetch;

// The end of standard input is all that an engine sees of a killed worker; a search must not outlive it.
process.stdin.once('end', () => setTimeout(() => process.exit(0), 2_000));
