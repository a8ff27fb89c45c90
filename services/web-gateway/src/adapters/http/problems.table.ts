import type { RejectionCode } from '@atomicdb/decider';
import type { FaultCode } from './door-fault';

/** Codes of texts that could not be read: the sentence comes with the refusal. */
export type TextCode =
  `FEN_${string}` | `POS_${string}` | `MOVE_${string}` | `LINE_${string}` | `PGN_${string}`;
export type ProblemCode = RejectionCode | FaultCode;

export interface ProblemText {
  /** The same for every occurrence. Source: RFC 9457, "title". */
  readonly title: string;
  /** What its page says: what it means and what to do. */
  readonly page: string;
}

const named: Readonly<Record<Exclude<ProblemCode, TextCode>, ProblemText>> = {
  'unknown-variant': {
    title: 'Unknown variant',
    page: 'The variant is atomic or chess. An unknown name is never taken for standard chess. Leave it out for atomic.',
  },
  'variant-not-in-graph': {
    title: 'Variant without a graph',
    page: 'Positions of this variant are not stored: a loop there may be a lost one, so a loop has no value that could be stated.',
  },
  'position-unknown': {
    title: 'Position not in the tree',
    page: 'Nobody has asked for this position and no stored line runs through it. The answer carries its canonical FEN; ask for an analysis of it and it is added.',
  },
  'already-solved': {
    title: 'Already solved',
    page: 'The position is closed by the rules or by a proof. There is nothing left to search.',
  },
  'top-of-ladder': {
    title: 'Top of the ladder',
    page: 'The deepest rung of the ladder has been searched here. There is no deeper search to ask for.',
  },
  'queue-cap': {
    title: 'Queue cap reached',
    page: 'An account has at most 5,000 waiting requests. Running ones do not count. Withdraw some, or wait until some have started.',
  },
  'budget-not-on-ladder': {
    title: 'Budget not on the ladder',
    page: 'A budget is one of the rungs of the ladder, in nodes. Leave it out and the next rung is taken.',
  },
  'request-unknown': {
    title: 'Request unknown',
    page: 'Your account has no such request. Whether another account has it is not told.',
  },
  'already-started': {
    title: 'Already started',
    page: 'A worker is searching this request, or has finished it. Only a waiting request can be withdrawn.',
  },
  'lease-unknown': { title: 'Lease unknown', page: 'The lease does not exist, or the token is not its own.' },
  stale: {
    title: 'Result too late',
    page: 'Another result completed this request first. This one is stored nowhere.',
  },
  'pass-illegal-move': {
    title: 'Illegal move in a line',
    page: 'A line of the result holds a move that is not legal there. The whole result is refused.',
  },
  'pass-lines': {
    title: 'Lines of the result are wrong',
    page: 'The lines need distinct first moves and descending values. The whole result is refused.',
  },
  'pass-score': {
    title: 'Score out of range',
    page: 'A score is at most 20,000 centipawns either way, or a mate. The whole result is refused.',
  },
  'pass-nodes': {
    title: 'Too few nodes',
    page: 'A result needs nine tenths of the nodes that were asked for, unless the search ended by itself.',
  },
  'pass-size': {
    title: 'Result too large',
    page: 'A result has at most 32 lines of 256 plies, and 256 KiB.',
  },
  'name-invalid': {
    title: 'Name not allowed',
    page: 'A name has 2 to 32 characters: letters A to Z, digits, _ and -.',
  },
  'name-taken': {
    title: 'Name taken',
    page: 'Another account has this name, or the pages use it for something else. The case of letters does not count.',
  },
  'password-invalid': { title: 'Password not allowed', page: 'A password has 8 to 256 characters.' },
  'wrong-password': {
    title: 'Wrong name or password',
    page: 'Name and password do not fit. Nothing was done, and the call was not taken as an anonymous one. Leave both out to ask anonymously.',
  },
  'account-disabled': {
    title: 'Account disabled',
    page: 'The operator of this site has disabled the account.',
  },
  'machine-invalid': {
    title: 'Machine name not allowed',
    page: 'A machine name has 1 to 64 printable ASCII characters.',
  },
  'checks-busy': {
    title: 'Too many password checks',
    page: 'Only a few passwords are checked at a time and the line is full. Try again in a few seconds.',
  },
  'session-unknown': {
    title: 'Session unknown',
    page: 'The session does not exist or has ended. Sign in again.',
  },
  'upgrade-required': {
    title: 'Client too old',
    page: 'This version of the worker is no longer served. Update it.',
  },
  'malformed-json': { title: 'Not JSON', page: 'The body could not be read as JSON, or is not UTF-8.' },
  'malformed-body': { title: 'Not a form', page: 'The body could not be read as an encoded form.' },
  'malformed-query': {
    title: 'Address not encoded',
    page: 'The parameters of the address hold escapes that are none.',
  },
  'malformed-request': { title: 'Broken request', page: 'The request could not be read as HTTP.' },
  'fen-missing': {
    title: 'FEN missing',
    page: 'The query door needs the parameter fen, encoded for an address.',
  },
  'unknown-door': {
    title: 'Unknown door',
    page: 'There is nothing at this address. The method page lists the doors.',
  },
  'method-not-allowed': {
    title: 'Method not allowed',
    page: 'This door takes other methods: the Allow header of the answer names them.',
  },
  'request-timeout': {
    title: 'Request too slow',
    page: 'A request has ten seconds for its header and twenty in all. Send it again, in one go.',
  },
  'header-too-large': {
    title: 'Header too large',
    page: 'The address and the header lines have together less than 16 KiB. Send fewer cookies or a shorter address; a long line of moves goes into the body of the walk door.',
  },
  'expectation-failed': {
    title: 'Expectation not met',
    page: 'The only expectation a request may state is 100-continue. Leave the header Expect out.',
  },
  'body-too-large': { title: 'Body too large', page: 'A body has at most 16 KiB.' },
  'unsupported-media-type': {
    title: 'Media type not supported',
    page: 'A body is application/json or application/x-www-form-urlencoded, in UTF-8 and not compressed.',
  },
  'object-expected': {
    title: 'Object expected',
    page: 'A JSON body is one object with the fields of the door.',
  },
  'field-missing': { title: 'Field missing', page: 'The answer names a field that the door needs.' },
  'field-invalid': {
    title: 'Field wrong',
    page: 'The answer names a field whose value the door does not take.',
  },
  'unknown-field': {
    title: 'Unknown field',
    page: 'The answer names a field that the door does not know. It is refused so that a misspelt one is never ignored.',
  },
  'duplicate-field': { title: 'Field given twice', page: 'A field stands once in a call.' },
  'walk-limit': {
    title: 'Walked too much',
    page: 'A network may open only so much of the graph without signing in. Wait for the time that Retry-After names, or send a name and a password. Asking for an analysis is not limited in this way.',
  },
  internal: {
    title: 'Internal error',
    page: 'The fault is on this side and has been written to the log. Trying again does no harm.',
  },
  unavailable: {
    title: 'Unavailable',
    page: 'A part of the service does not answer. Try again after the time that Retry-After names; asking again joins itself.',
  },
  'too-many-streams': {
    title: 'Too many streams',
    page: 'This server keeps no more event streams open. Try again later, or read the doors every few seconds.',
  },
};

const families: readonly { readonly code: RegExp; readonly text: ProblemText }[] = [
  {
    code: /^FEN_[A-Z_]{1,40}$/,
    text: {
      title: 'Unreadable FEN',
      page: 'The text is no FEN. It has four to six fields: board, side to move, castling rights, en-passant square and the two counters.',
    },
  },
  {
    code: /^POS_[A-Z_]{1,40}$/,
    text: {
      title: 'Impossible position',
      page: 'The FEN can be read, but the position cannot stand on a board in this variant.',
    },
  },
  {
    code: /^MOVE_[A-Z_]{1,40}$/,
    text: { title: 'Illegal move', page: 'The move is not legal in the position where it is played.' },
  },
  {
    code: /^LINE_[A-Z_]{1,40}$/,
    text: { title: 'Unreadable line', page: 'The line cannot be played to its end.' },
  },
  {
    code: /^PGN_[A-Z_]{1,40}$/,
    text: {
      title: 'Unreadable game',
      page: 'The text is no game that can be trusted: a tag, a comment or a variation is broken, or it disagrees with the call.',
    },
  },
];

/** Text of a code; null for a code that there is none of. */
export function problemText(code: string): ProblemText | null {
  if (Object.hasOwn(named, code)) return named[code as keyof typeof named] ?? null;
  return families.find((family) => family.code.test(code))?.text ?? null;
}

export const problemCodes = Object.keys(named);
