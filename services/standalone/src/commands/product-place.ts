import { dataHint, parseFilled, parseKafka, parsePostgresUrl } from '../option-values';

/** Options of every command that works beside a running product, for `parseArgs` of node:util. */
export const productOptions = {
  data: { type: 'string' },
  postgres: { type: 'string' },
  kafka: { type: 'string' },
} as const;

/** The options that name a place whole: a data folder says beside a --postgres which brokers carry the events. */
export const fullPlace = Object.keys(productOptions);

/** The options of a place for what looks at its database alone: one of the two, as the other would not be looked at. */
export function databasePlaceOf({ postgres }: Given): readonly string[] {
  return [postgres === undefined ? 'data' : 'postgres'];
}

/** Their part of a command's `--help`. */
export const productHelp = `  --data DIR           data folder of the running product (.data)
  --postgres URL       its PostgreSQL, where it was started with --postgres
  --kafka BROKERS      its Kafka (host:port,host:port), where the data folder does not say
`;

/** What was not given is absent. */
export interface ProductPlace {
  readonly data?: string | undefined;
  readonly postgres?: string | undefined;
  /** Brokers, each host:port. */
  readonly kafka?: readonly string[] | undefined;
}

type Given = Partial<Record<keyof typeof productOptions, string | undefined>>;

/** Throws one sentence for an option that is wrong. */
export function parsePlace({ data, postgres, kafka }: Given): ProductPlace {
  return {
    data: data === undefined ? undefined : parseFilled('data', data, dataHint),
    postgres: postgres === undefined ? undefined : parsePostgresUrl(postgres),
    kafka: kafka === undefined ? undefined : parseKafka(kafka),
  };
}
