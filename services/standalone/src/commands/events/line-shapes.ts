import { z } from '@atomicdb/config';
import { owners } from './owners';

const count = z.int().min(0);

export const headShape = z.strictObject({
  format: z.string(),
  formatVersion: z.int(),
  release: z.string(),
  canonicalVersion: z.int(),
  events: z.strictObject(Object.fromEntries(owners.map((owner) => [owner, count]))),
});

const instant = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'is no time as in 2026-03-01T10:00:00.000Z')
  .refine((text) => !Number.isNaN(Date.parse(text)), 'is no time that there is');

const base64 = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').toString('base64') === text, 'is no base64');

/** As the store has it: see Envelope. */
export const eventShape = z.strictObject({
  owner: z.enum(owners),
  eventId: z.string(),
  type: z.string(),
  schemaVersion: z.int().min(1),
  stream: z.string().min(1),
  version: z.int().min(1),
  occurredAt: instant,
  canonicalVersion: z.int().min(1).max(32_767),
  traceparent: z
    .string()
    .regex(/^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/, 'is no traceparent')
    .nullable(),
  payload: base64,
});

/** Of each kept table, whole. */
const rows = {
  credentials: z.strictObject({ account_id: z.string().min(1), password_hash: z.string().min(1) }),
};

export const rowShape = z.strictObject({
  owner: z.literal('accounts'),
  table: z.literal('credentials'),
  row: rows.credentials,
});

export const footShape = z.strictObject({
  end: z.literal(true),
  events: count,
  rows: count,
  sha256: z.string(),
});

/** Throws what is wrong with a line, one fault in words. */
export function shaped<T extends z.ZodType>(shape: T, value: unknown): z.output<T> {
  const { success, data, error } = shape.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  const place = issue?.path.join('.') ?? '';
  throw new Error(place === '' ? (issue?.message ?? 'it has another form') : `${place}: ${issue?.message}`);
}
