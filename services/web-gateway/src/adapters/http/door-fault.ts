/** Faults of a call that no rule of the domain knows, with their HTTP status. */
const statuses = {
  'malformed-json': 400,
  'malformed-body': 400,
  'malformed-query': 400,
  'malformed-request': 400,
  'fen-missing': 400,
  'unknown-door': 404,
  'method-not-allowed': 405,
  'request-timeout': 408,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'expectation-failed': 417,
  'object-expected': 422,
  'field-missing': 422,
  'field-invalid': 422,
  'unknown-field': 422,
  'duplicate-field': 422,
  'walk-limit': 429,
  'header-too-large': 431,
  internal: 500,
  unavailable: 503,
  'too-many-streams': 503,
} as const;

export type FaultCode = keyof typeof statuses;

/** A call that cannot be carried out as it stands; the message is one sentence that says what to do. */
export class DoorFault extends Error {
  constructor(
    readonly code: FaultCode,
    message: string,
    readonly extra: {
      readonly field?: string;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.name = 'DoorFault';
  }

  get status(): number {
    return statuses[this.code];
  }
}
