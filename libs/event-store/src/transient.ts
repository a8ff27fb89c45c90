/** Classes of SQLSTATE that say nothing about the event: connection, transaction state, rollback, resources, intervention, system. */
const transientClasses = ['08', '25', '40', '53', '55', '57', '58'];

/** Of the network, its names and its routes. */
const networkCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'ENOTFOUND',
];

/** Of the driver and its pool, which give no code. */
const passingMessages =
  /Connection terminated|not queryable|Timeout acquiring a connection|timeout exceeded when trying to connect|aborted$/;

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** True when trying again later can succeed without any change to the event. */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  const isCoded = networkCodes.includes(code) || transientClasses.includes(code.slice(0, 2));
  return isCoded || passingMessages.test(messageOf(error));
}
