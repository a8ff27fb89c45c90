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

/** Of the driver, where the server has not answered in time. */
const unanswered = 'Query read timeout';

/** Of the driver and its pool, which give no code. */
const passingMessages =
  /Query read timeout|Connection terminated|not queryable|Timeout acquiring a connection|timeout exceeded when trying to connect|aborted$/;

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/**
 * A statement after one that failed: whoever handled the event went on regardless. What failed first decides; where that
 * is not known the handler is at fault, as the connection is in order.
 */
const abortedCode = '25P02';

/** Says what a transaction that somebody went on with had failed of. */
export function explainAborted(error: unknown, first: unknown): unknown {
  if (codeOf(error) !== abortedCode || first === null) return error;
  const message = `a statement of this transaction had failed and the work went on: ${messageOf(first)}`;
  return Object.assign(new Error(message, { cause: first }), { code: abortedCode });
}

/** A commit that undid everything, for the same reason. */
export function rolledBack(first: unknown): unknown {
  const error = new Error('the transaction was rolled back: a statement in it had failed');
  return explainAborted(Object.assign(error, { code: abortedCode }), first);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether the wait for an answer was given up. */
export function isUnanswered(error: unknown): boolean {
  return messageOf(error) === unanswered;
}

/** True when trying again later can succeed without any change to the event. */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  if (code === abortedCode) return isTransient((error as { cause?: unknown }).cause);
  const isCoded = networkCodes.includes(code) || transientClasses.includes(code.slice(0, 2));
  return isCoded || passingMessages.test(messageOf(error));
}
