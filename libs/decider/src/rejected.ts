/** Refusals of the domain with their HTTP and gRPC status: the one table of the product. */
const statuses = {
  'unknown-variant': { http: 422, grpc: 'INVALID_ARGUMENT' },
  'variant-not-in-graph': { http: 422, grpc: 'INVALID_ARGUMENT' },
  'position-unknown': { http: 404, grpc: 'NOT_FOUND' },
  'already-solved': { http: 409, grpc: 'FAILED_PRECONDITION' },
  'top-of-ladder': { http: 409, grpc: 'FAILED_PRECONDITION' },
  'queue-cap': { http: 429, grpc: 'RESOURCE_EXHAUSTED' },
  'budget-not-on-ladder': { http: 422, grpc: 'INVALID_ARGUMENT' },
  'request-unknown': { http: 404, grpc: 'NOT_FOUND' },
  'already-started': { http: 409, grpc: 'FAILED_PRECONDITION' },
  'lease-unknown': { http: 404, grpc: 'NOT_FOUND' },
  stale: { http: 409, grpc: 'FAILED_PRECONDITION' },
  'pass-illegal-move': { http: 422, grpc: 'INVALID_ARGUMENT' },
  'pass-lines': { http: 422, grpc: 'INVALID_ARGUMENT' },
  'pass-score': { http: 422, grpc: 'INVALID_ARGUMENT' },
  'pass-nodes': { http: 422, grpc: 'INVALID_ARGUMENT' },
  'pass-size': { http: 422, grpc: 'INVALID_ARGUMENT' },
  'name-invalid': { http: 422, grpc: 'INVALID_ARGUMENT' },
  'name-taken': { http: 409, grpc: 'ALREADY_EXISTS' },
  'password-invalid': { http: 422, grpc: 'INVALID_ARGUMENT' },
  'wrong-password': { http: 401, grpc: 'UNAUTHENTICATED' },
  'account-disabled': { http: 403, grpc: 'PERMISSION_DENIED' },
  'machine-invalid': { http: 422, grpc: 'INVALID_ARGUMENT' },
  'checks-busy': { http: 503, grpc: 'UNAVAILABLE' },
  'session-unknown': { http: 401, grpc: 'UNAUTHENTICATED' },
  'upgrade-required': { http: 426, grpc: 'FAILED_PRECONDITION' },
} as const;

type TextCode = `FEN_${string}` | `POS_${string}` | `MOVE_${string}` | `LINE_${string}` | `PGN_${string}`;

export type RejectionCode = keyof typeof statuses | TextCode;

const textStatus = { http: 422, grpc: 'INVALID_ARGUMENT' } as const;

export function rejectionStatus(code: RejectionCode): { http: number; grpc: string } {
  return code in statuses ? statuses[code as keyof typeof statuses] : textStatus;
}

/** A command refused by a rule; the message is one sentence that says what to do. */
export class Rejected extends Error {
  constructor(
    readonly code: RejectionCode,
    message: string,
    /** Field of the request the fault is in. */
    readonly field?: string,
    /** Receipt of the refused call, where it left one. */
    readonly receipt?: string,
  ) {
    super(message);
    this.name = 'Rejected';
  }
}

export function isRejected(error: unknown): error is Rejected {
  return error instanceof Rejected;
}
