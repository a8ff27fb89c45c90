import { setTimeout as sleep } from 'node:timers/promises';
import {
  deadLetters,
  upkeep,
  type Database,
  type LetterChoice,
  type LetterKey,
  type LetterStanding,
} from '@atomicdb/event-store';
import { toDocument, toListed, toPage, toTable } from './letter-text';
import type { AdminCommand } from './parse-admin';

/** What a command prints, and whether it did what was asked. */
export interface Answer {
  readonly text: string;
  readonly ok: boolean;
}

type Command<Kind extends AdminCommand['kind']> = Extract<AdminCommand, { kind: Kind }>;

/** Consumers look every half second; one that is busy finishes its batch first. */
const waitMs = 10_000;
const lookMs = 100;

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

export async function listLetters(databases: readonly Database[], command: Command<'list'>): Promise<Answer> {
  const { consumer, limit } = command;
  if (consumer !== null) await refuseUnknownConsumer(databases, consumer);
  const found = await Promise.all(
    databases.map((database) => database.transaction((tx) => deadLetters.list(tx, consumer, limit + 1))),
  );
  const all = found.flat().sort((a, b) => (a.setAsideAt < b.setAsideAt ? -1 : 1));
  const listed = all.slice(0, limit);
  if (command.json) return { ok: true, text: json(listed.map(toListed)) };
  if (listed.length === 0) return { ok: true, text: 'No dead letters.\n' };
  const more = all.length > limit ? `There are more than ${limit}: give --limit N or --consumer NAME.\n` : '';
  return { ok: true, text: toTable(listed) + more };
}

export async function showLetter(databases: readonly Database[], command: Command<'show'>): Promise<Answer> {
  const found = await Promise.all(
    databases.map((database) => database.transaction((tx) => deadLetters.find(tx, command.eventId))),
  );
  const letters = found.flat();
  if (letters.length === 0) throw new Error(`There is no dead letter ${command.eventId}.`);
  return { ok: true, text: command.json ? json(letters.map(toDocument)) : letters.map(toPage).join('\n') };
}

interface Released {
  readonly database: Database;
  readonly keys: readonly LetterKey[];
}

export async function releaseLetters(
  databases: readonly Database[],
  command: Command<'release'>,
  signal: AbortSignal,
): Promise<Answer> {
  const choice: LetterChoice = {
    consumer: command.consumer ?? undefined,
    eventId: command.eventId ?? undefined,
  };
  if (command.consumer !== null) await refuseUnknownConsumer(databases, command.consumer);
  if (command.eventId !== null) await refuseUnknown(databases, command.eventId, command.consumer);
  const released: Released[] = [];
  for (const database of databases) {
    const keys = await database.transaction((tx) => deadLetters.release(tx, choice));
    if (keys.length > 0) released.push({ database, keys });
  }
  const count = released.reduce((sum, { keys }) => sum + keys.length, 0);
  const left = command.waits ? await untilTried(released, signal) : [];
  const back = left.filter(({ isReleased }) => !isReleased);
  const untried = left.length - back.length;
  const applied = command.waits ? count - left.length : null;
  const ok = left.length === 0;
  if (command.json) return { ok, text: json({ released: count, applied, untried, back: back.map(toBack) }) };
  return { ok, text: [`${count} released`, ...outcome(applied, untried, back)].join('\n').concat('\n') };
}

const toBack = ({ consumer, eventId, reason }: LetterStanding) => ({ consumer, eventId, reason });

function outcome(applied: number | null, untried: number, back: readonly LetterStanding[]): string[] {
  return [
    ...(applied === null ? [] : [`${applied} applied`]),
    ...(untried > 0 ? [`${untried} not yet tried: their consumer does not run, or is busy`] : []),
    ...back.map(({ consumer, eventId, reason }) => `${eventId} came back to ${consumer}: ${reason}`),
  ];
}

async function refuseUnknown(
  databases: readonly Database[],
  eventId: string,
  consumer: string | null,
): Promise<void> {
  for (const database of databases) {
    const found = await database.transaction((tx) => deadLetters.standing(tx, [eventId]));
    if (found.some((letter) => letter.consumer === (consumer ?? letter.consumer))) return;
  }
  throw new Error(`There is no dead letter ${eventId}${consumer === null ? '' : ` of ${consumer}`}.`);
}

async function refuseUnknownConsumer(databases: readonly Database[], consumer: string): Promise<void> {
  for (const database of databases)
    if ((await database.transaction(upkeep.readConsumers)).includes(consumer)) return;
  throw new Error(`There is no consumer ${consumer}: give one as in attribution:boards:1.`);
}

/** Those that are still there once each has been tried, or the time is over. */
async function untilTried(released: readonly Released[], signal: AbortSignal): Promise<LetterStanding[]> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const left = (await Promise.all(released.map(stillThere))).flat();
    if (left.every(({ isReleased }) => !isReleased) || performance.now() > deadline) return left;
    await sleep(lookMs, undefined, { signal });
  }
}

async function stillThere({ database, keys }: Released): Promise<LetterStanding[]> {
  const wanted = new Set(keys.map(({ consumer, eventId }) => `${consumer} ${eventId}`));
  const ids = keys.map(({ eventId }) => eventId);
  const found = await database.transaction((tx) => deadLetters.standing(tx, ids));
  return found.filter(({ consumer, eventId }) => wanted.has(`${consumer} ${eventId}`));
}
