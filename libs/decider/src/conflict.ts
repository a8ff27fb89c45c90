/** Another writer appended to the stream first; the command may be decided again. */
export class ConflictError extends Error {
  constructor(readonly stream: string) {
    super(`stream ${stream} has moved on`);
    this.name = 'ConflictError';
  }
}

const attempts = 3;

/** Runs a command again when another writer was faster, three times in all. */
export async function retryConflicts<T>(command: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await command();
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === attempts) throw error;
    }
  }
}
