import type { ListedDeadLetter, StoredDeadLetter } from '@atomicdb/event-store';
import { decodePayload, UnreadableEvent } from '@atomicdb/events';
import { printable } from '../printable';

const hexLine = 64;

function whenReleased({ releasedAt }: { releasedAt: string | null }): string {
  return releasedAt === null ? '' : 'released';
}

/** A line for each letter under a line of headings, in columns. */
export function toTable(letters: readonly ListedDeadLetter[]): string {
  const rows = letters.map((letter) => [
    letter.envelope.eventId,
    letter.consumer,
    letter.kind,
    letter.envelope.type || '-',
    `${letter.envelope.stream || '-'}@${letter.envelope.version}`,
    letter.setAsideAt,
    String(letter.attempts),
    whenReleased(letter),
    letter.reason,
  ]);
  const all = [['ID', 'CONSUMER', 'KIND', 'TYPE', 'STREAM', 'SET ASIDE', 'TRIES', '', 'REASON'], ...rows];
  const shown = all.map((row) => row.map(printable));
  const widths =
    shown[0]?.map((_none, column) => Math.max(...shown.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = shown.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

type Shown = { readonly payload: unknown } | { readonly payloadHex: string };

/** The payload as JSON where this release can read it, as hexadecimal digits otherwise. */
function payloadOf({ envelope, payload }: StoredDeadLetter): Shown {
  try {
    return { payload: decodePayload(envelope.type, envelope.schemaVersion, payload).data };
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    return { payloadHex: Buffer.from(payload).toString('hex') };
  }
}

/** For scripts: envelope and letter in one object, payload decoded or as hexadecimal digits. */
export function toDocument(letter: StoredDeadLetter): object {
  const { envelope, payload, ...facts } = letter;
  return { ...envelope, ...facts, payloadBytes: payload.length, ...payloadOf(letter) };
}

export function toListed({ envelope, ...facts }: ListedDeadLetter): object {
  return { ...envelope, ...facts };
}

/** One letter whole, a line for each fact. */
export function toPage(letter: StoredDeadLetter): string {
  const { envelope } = letter;
  const facts: [string, string | number | null][] = [
    ['event', envelope.eventId],
    ['consumer', letter.consumer],
    ['kind', letter.kind],
    ['reason', letter.reason],
    ['type', `${envelope.type}, version ${envelope.schemaVersion}`],
    ['stream', `${envelope.stream}, version ${envelope.version}`],
    ['producer', envelope.producer],
    ['occurred at', envelope.occurredAt],
    ['read from', `${letter.source}, partition ${letter.partition}, ${letter.cursor}`],
    ['trace', envelope.traceparent],
    ['set aside at', letter.setAsideAt],
    ['tries', letter.attempts],
    ['last tried at', letter.triedAt],
    ['released at', letter.releasedAt],
  ];
  const lines = facts
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.padEnd(14)}${printable(String(value))}\n`);
  return `${lines.join('')}${payloadText(letter)}\n`;
}

function payloadText(letter: StoredDeadLetter): string {
  const shown = payloadOf(letter);
  const bytes = `${letter.payload.length} bytes`;
  if ('payload' in shown) return `payload       ${bytes}\n${JSON.stringify(shown.payload, null, 2)}\n`;
  const hex = shown.payloadHex.replace(new RegExp(`.{${hexLine}}`, 'g'), '$&\n').trimEnd();
  return `payload       ${bytes}, not readable by this release:\n${hex}\n`;
}
