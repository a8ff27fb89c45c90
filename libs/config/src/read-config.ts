import type { z } from 'zod';

/** Every fault of the environment at once, one a line. */
export class ConfigError extends Error {
  constructor(readonly faults: string[]) {
    super(
      `The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

/** Reads the environment through one schema; throws ConfigError naming each variable that is wrong. */
export function readConfig<T extends z.ZodType>(
  schema: T,
  environment: Record<string, string | undefined> = process.env,
): z.output<T> {
  const result = schema.safeParse(environment);
  if (result.success) return result.data;
  throw new ConfigError(
    result.error.issues.map(({ path, message }) => {
      const isMissing = environment[String(path[0])] === undefined;
      return `${path.join('.')}: ${isMissing ? 'is missing' : message}`;
    }),
  );
}
