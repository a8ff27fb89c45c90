interface Fault {
  readonly code?: string;
  readonly syscall?: string;
  readonly port?: number;
  readonly path?: string;
  readonly message?: string;
}

const unwritable = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC', 'ENAMETOOLONG'];

/** One sentence for what a visitor can mend at a start; the port is the usual one. */
export function faultSentence(error: unknown): string {
  const { code = '', syscall, port, path, message } = error as Fault;
  if (code === 'EADDRINUSE')
    return `Port ${port ?? ''} is taken: give another one with --port or --grpc-port.`;
  // The folder above is there, and takes none.
  const isRefused = unwritable.includes(code) || (code === 'ENOENT' && syscall === 'mkdir');
  if (isRefused && path !== undefined)
    return `${path} cannot be written (${code}): give a folder that can with --data.`;
  return message ?? String(error);
}
