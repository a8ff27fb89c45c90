import { isRejected, rejectionStatus, type Rejected } from '@atomicdb/decider';
import type { Problem } from '@atomicdb/rest';
import { Unavailable } from '@atomicdb/rpc';
import { TextRefused } from '../../application/read-line';
import { PositionUnknown } from '../../application/read-position';
import { DoorFault } from './door-fault';
import { problemText } from './problems.table';

export interface ProblemAnswer {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;
}

const retryAfterSeconds = '2';

function makeProblem(code: string, status: number, detail: string): Problem {
  return {
    type: `/atomicdb/problems/${code}`,
    title: problemText(code)?.title ?? code,
    status,
    code,
    detail,
  };
}

function ofFault(fault: DoorFault): ProblemAnswer {
  const { field, headers } = fault.extra;
  const problem = {
    ...makeProblem(fault.code, fault.status, fault.message),
    ...(field === undefined ? {} : { field }),
  };
  return { problem, headers: { ...headersOf(fault.status), ...headers } };
}

function ofRejected(rejected: Rejected): ProblemAnswer {
  const { code, message, field, receipt } = rejected;
  const { http } = rejectionStatus(code);
  const problem = {
    ...makeProblem(code, http, message),
    ...(field === undefined ? {} : { field }),
    ...(receipt === undefined ? {} : { receipt }),
    ...(rejected instanceof PositionUnknown ? { fen: rejected.fen } : {}),
    ...(rejected instanceof TextRefused && rejected.ply !== undefined ? { ply: rejected.ply } : {}),
  };
  return { problem, headers: headersOf(http) };
}

function headersOf(status: number): Record<string, string> {
  if (status === 503) return { 'retry-after': retryAfterSeconds };
  // RFC 9110 wants a challenge; no browser knows this scheme, so none opens its own dialogue.
  return status === 401 ? { 'www-authenticate': 'AtomicDB realm="account"' } : {};
}

/** The answer for anything that was thrown; of an unknown error it tells nothing but that there was one. */
export function toProblem(error: unknown): ProblemAnswer {
  if (error instanceof DoorFault) return ofFault(error);
  if (isRejected(error)) return ofRejected(error);
  if (error instanceof Unavailable) {
    return ofFault(
      new DoorFault('unavailable', 'A part of the service does not answer: try again in a moment.'),
    );
  }
  if (isClientFault(error)) {
    return ofFault(new DoorFault('malformed-request', 'The request cannot be read: encode it again.'));
  }
  return ofFault(new DoorFault('internal', 'The fault is on this side and has been noted: try again later.'));
}

/** What the HTTP framework itself refuses, as a path with a broken escape. */
function isClientFault(error: unknown): boolean {
  if (error instanceof URIError) return true;
  const { status } = error as { status?: unknown };
  return typeof status === 'number' && status >= 400 && status < 500;
}
