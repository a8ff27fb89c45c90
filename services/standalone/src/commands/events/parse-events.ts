import { eventTypes, isEventType, type EventType } from '@atomicdb/events';
import { parseCommandLine, refuseOthers } from '../command-line';
import { exitCodesHelp } from '../exit-codes';
import {
  databasePlaceOf,
  fullPlace,
  parsePlace,
  productHelp,
  productOptions,
  type ProductPlace,
} from '../product-place';
import { isOwner, owners, type StoreOwner } from './owners';

/** What a line must be to be shown; absent: any. */
export interface Choice {
  readonly owner?: StoreOwner;
  readonly type?: EventType;
  readonly stream?: string;
}

export type EventsCommand = { readonly place: ProductPlace; readonly json: boolean } & (
  | { readonly verb: 'tail'; readonly choice: Choice; readonly fromStart: boolean }
  | { readonly verb: 'show'; readonly stream: string }
  | { readonly verb: 'export' | 'import'; readonly file: string }
  | { readonly verb: 'verify' | 'restore' }
);

export const eventsHelp = `Looks at the events of a product, keeps them and brings them back.

  npm run events -- tail [--owner NAME] [--type TYPE] [--stream ID] [--from start]
  npm run events -- show STREAM
  npm run events -- export FILE | -
  npm run events -- import FILE
  npm run events -- verify
  npm run events -- restore

tail      prints new events as they come, until ctrl-C; with --from start also those that are there
show      prints one stream, as in position-KEY, request-ID, account-ID
export    writes every event and the password hashes of the accounts to one file (- for standard output); keep it private
import    brings such a file into an empty product and makes the tables from it. Where none runs on the data folder its
          database is started for as long as it takes. Broken off, the same again goes on. A damaged file changes nothing
verify    checks versions, ids and payloads, the topics (--kafka) against the stores, and that no consumer is ahead of its source or
          has passed what it did not apply; also of a product that is stopped, or was imported and never started: its
          database is started meanwhile
restore   after a database was restored into another PostgreSQL cluster and before the product is started on it: gives the
          events numbers of this cluster, in the same order, and moves the consumers' places along. Refused while it runs

  --json               one JSON object a line (tail, show, verify)
${productHelp}  --help               this text

${exitCodesHelp('verify found faults')}`;

const options = {
  ...productOptions,
  owner: { type: 'string' },
  type: { type: 'string' },
  stream: { type: 'string' },
  from: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parse>['values'];

const verbs = ['tail', 'show', 'export', 'import', 'verify', 'restore'] as const;
type Verb = (typeof verbs)[number];

const isVerb = (text: string | undefined): text is Verb => verbs.some((verb) => verb === text);

/** Beside the place of the product. */
const taken: Record<Verb, readonly string[]> = {
  tail: ['owner', 'type', 'stream', 'from', 'json'],
  show: ['json'],
  export: [],
  import: [],
  verify: ['json'],
  restore: [],
};

function parse(args: readonly string[]) {
  return parseCommandLine(args, options);
}

/** Verify alone reads topics; to everything else the brokers are nothing. */
function placeOf(verb: Verb, values: Values): ProductPlace {
  const place = verb === 'verify' ? fullPlace : databasePlaceOf(values);
  refuseOthers(verb, values, [...place, ...taken[verb]]);
  return parsePlace(values);
}

/** null: help was asked for. Throws one sentence for what is wrong. */
export function parseEvents(args: readonly string[]): EventsCommand | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [verb, ...rest] = positionals;
  if (!isVerb(verb)) {
    throw new Error(
      `${verb ? `There is no ${verb}` : 'Nothing is asked for'}: see npm run events -- --help.`,
    );
  }
  const shared = { place: placeOf(verb, values), json: values.json };
  switch (verb) {
    case 'tail':
      refuseMore(verb, rest, 0);
      return { ...shared, verb, choice: choiceOf(values), fromStart: isFromStart(values.from) };
    case 'show':
      return { ...shared, verb, stream: one(verb, rest, 'a stream') };
    case 'export':
    case 'import':
      return { ...shared, verb, file: fileOf(verb, rest) };
    case 'verify':
    case 'restore':
      refuseMore(verb, rest, 0);
      return { ...shared, verb };
  }
}

function refuseMore(verb: string, rest: readonly string[], most: number): void {
  if (rest.length > most)
    throw new Error(`${verb} takes no ${rest[most] ?? ''}: see npm run events -- --help.`);
}

function one(verb: string, rest: readonly string[], what: string): string {
  const [only] = rest;
  if (only === undefined) throw new Error(`${verb} wants ${what}: see npm run events -- --help.`);
  refuseMore(verb, rest, 1);
  return only;
}

/** What is imported is read more than once. */
function fileOf(verb: 'export' | 'import', rest: readonly string[]): string {
  const file = one(verb, rest, 'a file');
  if (file === '-' && verb === 'import')
    throw new Error('import wants a file and takes no standard input: see npm run events -- --help.');
  return file;
}

function isFromStart(from: string | undefined): boolean {
  if (from === undefined || from === 'start') return from === 'start';
  throw new Error(`--from ${from}: give start.`);
}

function choiceOf({ owner, type, stream }: Values): Choice {
  if (owner !== undefined && !isOwner(owner)) throw new Error(`--owner ${owner}: give ${owners.join(', ')}.`);
  if (type !== undefined && !isEventType(type))
    throw new Error(`--type ${type}: give ${eventTypes.join(', ')}.`);
  return {
    ...(owner !== undefined && { owner }),
    ...(type !== undefined && { type }),
    ...(stream !== undefined && { stream }),
  };
}
