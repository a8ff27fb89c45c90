import { parseCommandLine, refuseOthers } from '../command-line';
import { exitCodesHelp } from '../exit-codes';
import { databasePlaceOf, parsePlace, type ProductPlace } from '../product-place';

export type AdminCommand = { readonly place: ProductPlace; readonly json: boolean } & (
  | { readonly kind: 'list'; readonly consumer: string | null; readonly limit: number }
  | { readonly kind: 'show'; readonly eventId: string }
  | {
      readonly kind: 'release';
      /** null: all of them. */
      readonly eventId: string | null;
      readonly consumer: string | null;
      readonly waits: boolean;
    }
);

/** What was asked for is no command: exit code 2. */
export class WrongUsage extends Error {}

const defaultLimit = 1_000;

export const adminHelp = `The operator's commands beside a running product.

  npm run admin -- dead-letters list                 events that consumers have set aside, oldest first
  npm run admin -- dead-letters show ID              one of them whole, its payload decoded
  npm run admin -- dead-letters release ID | --all   lets their consumers try them again

A letter is unreadable (unknown type, newer version, damaged), poison (its consumer failed on it) or waiting (an
earlier event of its stream has not come). ID is the id of the event. Releasing a waiting one gives up what is missing
before it. The consumer applies what is released within about a second; what fails again comes back with its reason.

  --consumer NAME      of this consumer only, as in attribution:boards:1
  --limit N            list at most so many (${defaultLimit})
  --no-wait            do not wait for what becomes of the released ones
  --json               for scripts: one JSON document on standard output
  --data DIR           data folder of the running product (.data)
  --postgres URL       its PostgreSQL, where it was started with --postgres
  --help               this text

${exitCodesHelp('a released letter was not applied')}`;

const options = {
  data: { type: 'string' },
  postgres: { type: 'string' },
  consumer: { type: 'string' },
  limit: { type: 'string' },
  all: { type: 'boolean', default: false },
  'no-wait': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function parsed(args: readonly string[]) {
  try {
    const { values, positionals } = parseCommandLine(args, options);
    return { values, place: parsePlace(values), positionals };
  } catch (error) {
    throw wrongUsage(error);
  }
}

function wrongUsage(error: unknown): WrongUsage {
  return new WrongUsage(error instanceof Error ? error.message : String(error), { cause: error });
}

function parseId(text: string | undefined): string {
  if (text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    return text.toLowerCase();
  throw new WrongUsage(
    text === undefined
      ? 'Give the id of an event, as dead-letters list shows it.'
      : `${text} is not the id of an event: it has the form of a UUID, as dead-letters list shows it.`,
  );
}

function parseLimit(text = String(defaultLimit)): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit > 0 && limit <= 1_000_000) return limit;
  throw new WrongUsage(`--limit ${text}: give a whole number from 1 to 1000000.`);
}

type Given = Pick<AdminCommand, 'place' | 'json'>;
type Parsed = ReturnType<typeof parsed>;
type Values = Parsed['values'];

function parseRelease(given: Given, values: Values, ids: readonly string[]): AdminCommand {
  if (values.all && ids.length > 0) throw new WrongUsage('Give the id of an event or --all, not both.');
  const eventId = values.all ? null : parseId(ids[0]);
  return { ...given, kind: 'release', eventId, consumer: values.consumer ?? null, waits: !values['no-wait'] };
}

const verbs = ['list', 'show', 'release'] as const;
type Verb = (typeof verbs)[number];

const isVerb = (text: string | undefined): text is Verb => verbs.some((verb) => verb === text);

/** Beside the place of the product. */
const taken: Record<Verb, readonly string[]> = {
  list: ['consumer', 'limit', 'json'],
  show: ['json'],
  release: ['consumer', 'all', 'no-wait', 'json'],
};

function refuseOthersOf(verb: Verb, values: Values): void {
  try {
    refuseOthers(`dead-letters ${verb}`, values, [...databasePlaceOf(values), ...taken[verb]]);
  } catch (error) {
    throw wrongUsage(error);
  }
}

function parseLetters(verb: string | undefined, ids: readonly string[], parts: Parsed): AdminCommand {
  if (!isVerb(verb)) throw new WrongUsage(`dead-letters ${verb ?? ''}: give list, show or release.`);
  const { values, place } = parts;
  const given = { place, json: values.json };
  const most = verb === 'list' ? 0 : 1;
  if (ids.length > most) throw new WrongUsage(`${ids[most]} is too much for dead-letters ${verb}.`);
  refuseOthersOf(verb, values);
  switch (verb) {
    case 'list':
      return { ...given, kind: 'list', consumer: values.consumer ?? null, limit: parseLimit(values.limit) };
    case 'show':
      return { ...given, kind: 'show', eventId: parseId(ids[0]) };
    case 'release':
      return parseRelease(given, values, ids);
  }
}

/** null: help was asked for. Throws WrongUsage with one sentence. */
export function parseAdmin(args: readonly string[]): AdminCommand | null {
  const parts = parsed(args);
  if (parts.values.help) return null;
  const [subject, verb, ...ids] = parts.positionals;
  if (subject === 'dead-letters') return parseLetters(verb, ids, parts);
  throw new WrongUsage(
    `${subject ? `There is no ${subject}` : 'Nothing is asked for'}: give dead-letters, or --help.`,
  );
}
