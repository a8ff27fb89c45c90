/** Runs work, and something beside it that ends with it or with the signal. Gives what comes of the work. */
export async function beside(
  signal: AbortSignal,
  background: (signal: AbortSignal) => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  const other = background(ending.signal);
  try {
    await work();
  } finally {
    end();
    signal.removeEventListener('abort', end);
    await other;
  }
}
