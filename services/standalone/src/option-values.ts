import { parseBrokers } from '@atomicdb/config';

const schemes = ['postgres:', 'postgresql:'];

/** What --data wants. */
export const dataHint = 'a folder, as in .data';

/** The URL of a PostgreSQL as it was given; throws one sentence for what is none. */
export function parsePostgresUrl(text: string): string {
  if (URL.canParse(text) && schemes.includes(new URL(text).protocol)) return text;
  throw new Error(`--postgres ${text}: give a URL as in postgres://user:password@host/name.`);
}

/** Brokers, each host:port; throws one sentence for what names none. */
export function parseKafka(text: string): string[] {
  const brokers = parseBrokers(text);
  if (brokers) return brokers;
  throw new Error(`--kafka ${text}: give brokers, as in host:port,host:port.`);
}

/** The text as it was given; throws one sentence where it is empty, as an unset variable of a script leaves it. */
export function parseFilled(option: string, text: string, wanted: string): string {
  if (text.trim() !== '') return text;
  throw new Error(`--${option} is empty: give ${wanted}.`);
}
