/** Classes of SQLSTATE that say nothing about the event: connection, rollback, resources, intervention, system. */
const transientClasses = ['08', '40', '53', '55', '57', '58'];
const networkCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'];

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** True when trying again later can succeed without any change to the event. */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  if (networkCodes.includes(code) || transientClasses.includes(code.slice(0, 2))) return code !== '';
  return /Connection terminated|timeout exceeded when trying to connect|ResourceRequest timed out/.test(
    String(error),
  );
}
