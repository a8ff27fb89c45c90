interface Fault {
  readonly code?: string;
  readonly syscall?: string;
  readonly port?: number;
  readonly path?: string;
  readonly message?: string;
}

const unwritable = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC', 'ENAMETOOLONG'];

/** By the code of Node, or the SQLSTATE. */
const sentences: Readonly<Record<string, (fault: Fault) => string>> = {
  EADDRINUSE: ({ port = '' }) => `Port ${port} is taken: give another one with --port or --grpc-port.`,
  ECONNREFUSED: ({ message }) => `${message}: start what is meant to run there, or give where it runs.`,
  ENOTFOUND: ({ message }) => `${message}: give a host that is known here.`,
  // Invalid password.
  '28P01': ({ message }) => `${message}: give its password in the URL of --postgres.`,
  // Undefined database.
  '3D000': ({ message }) => `${message}: make it, or leave its name out of the URL of --postgres.`,
  // Insufficient privilege.
  42501: ({ message }) => `${message}: give --postgres a role that may create roles and databases.`,
};

/** One sentence for what a visitor can mend at a start; the port is the usual one. */
export function faultSentence(error: unknown): string {
  const fault = error as Fault;
  const { code = '', syscall, path, message } = fault;
  // The folder above is there, and takes none.
  const isRefused = unwritable.includes(code) || (code === 'ENOENT' && syscall === 'mkdir');
  if (isRefused && path !== undefined)
    return `${path} cannot be written (${code}): give a folder that can with --data.`;
  return sentences[code]?.(fault) ?? message ?? String(error);
}
