/** Another writer appended to the stream first; the decision was made on an older version. */
export class ConflictError extends Error {
  constructor(readonly stream: string) {
    super(`stream ${stream} has moved on`);
    this.name = 'ConflictError';
  }
}
