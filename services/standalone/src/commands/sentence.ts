import { faultSentence } from '../fault-sentence';
import { printable } from './printable';

interface Fault {
  readonly code?: string;
  readonly message?: string;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

const undefinedTable = '42P01';
const invalidPassword = '28P01';

/** One sentence for what went wrong in a command beside a product. */
export function sentenceOf(error: unknown): string {
  return printable(wordsOf(error));
}

function wordsOf(error: unknown): string {
  const { code, message = '', cause, errors } = error as Fault;
  if (code === undefinedTable)
    return `The database is not of this release (${message}): start the product on it once, or import its events, then ask again.`;
  if (code === invalidPassword)
    return `The database does not know the roles of this product (${message}): name it by the URL the product is started with, or start the product on it once.`;
  // Of a host with several addresses each has failed, and the whole has no words of its own.
  if (message === '' && (errors?.[0] ?? cause) !== undefined) return wordsOf(errors?.[0] ?? cause);
  return faultSentence(error);
}
