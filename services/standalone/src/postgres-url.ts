const schemes = ['postgres:', 'postgresql:'];

/** The URL of a PostgreSQL as it was given; throws one sentence for what is none. */
export function parsePostgresUrl(text: string): string {
  if (URL.canParse(text) && schemes.includes(new URL(text).protocol)) return text;
  throw new Error(`--postgres ${text}: give a URL as in postgres://user:password@host/name.`);
}
