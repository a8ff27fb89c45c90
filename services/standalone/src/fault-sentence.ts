interface Fault {
  readonly code?: string;
  readonly port?: number;
  readonly path?: string;
  readonly message?: string;
}

const unwritable = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'];

/** One sentence for what a visitor can mend at a start; the port is the usual one. */
export function faultSentence(error: unknown): string {
  const { code = '', port, path, message } = error as Fault;
  if (code === 'EADDRINUSE')
    return `Port ${port ?? ''} is taken: give another one with --port or --grpc-port.`;
  if (unwritable.includes(code) && path !== undefined)
    return `${path} cannot be written (${code}): give a folder that can with --data.`;
  return message ?? String(error);
}
