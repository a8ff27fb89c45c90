import { parsePostgresUrl } from '../postgres-url';

/** Options of every command that works beside a running product, for `parseArgs` of node:util. */
export const productOptions = {
  data: { type: 'string' },
  postgres: { type: 'string' },
  kafka: { type: 'string' },
} as const;

/** Their part of a command's `--help`. */
export const productHelp = `  --data DIR           data folder of the running product (.data)
  --postgres URL       its PostgreSQL, where it was started with --postgres
  --kafka BROKERS      its Kafka (host:port,host:port), where the data folder does not say
`;

/** As parsed: what was not given is absent. */
export interface ProductPlace {
  readonly data?: string | undefined;
  readonly postgres?: string | undefined;
  readonly kafka?: string | undefined;
}

/** As given; throws one sentence for an option that is wrong. */
export function parsePlace({ data, postgres, kafka }: ProductPlace): ProductPlace {
  return { data, kafka, postgres: postgres === undefined ? undefined : parsePostgresUrl(postgres) };
}
