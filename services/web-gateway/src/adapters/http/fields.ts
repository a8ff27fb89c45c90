import type { z } from '@atomicdb/config';
import { DoorFault } from './door-fault';

/** A value of a flat JSON object or of a form; a list of texts is as deep as it goes. */
export type FieldValue = string | number | boolean | null | readonly string[];

/** What a call carries; names are kept apart from object properties, so `__proto__` is a name like any other. */
export type Fields = ReadonlyMap<string, FieldValue>;

const quotedLength = 64;

/**
 * Fields as a schema wants them. Throws DoorFault naming the first field that is unknown, missing or wrong.
 */
export function readFields<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  fields: Fields,
): z.output<z.ZodObject<Shape>> {
  for (const name of fields.keys()) {
    if (!Object.hasOwn(schema.shape, name)) throw unknownField(name, Object.keys(schema.shape));
  }
  const read = schema.safeParse(Object.fromEntries(fields));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = String(issue?.path[0] ?? '');
  if (fields.has(field)) {
    throw new DoorFault('field-invalid', `The field ${field} is wrong: ${issue?.message}.`, { field });
  }
  throw new DoorFault('field-missing', `The field ${field} is missing: send it.`, { field });
}

function unknownField(name: string, known: readonly string[]): DoorFault {
  const field = name.slice(0, quotedLength);
  const hint =
    known.length > 0 ? `This door takes ${known.join(', ')}.` : 'This door takes no fields at all.';
  return new DoorFault('unknown-field', hint, { field });
}

export function duplicateField(name: string): DoorFault {
  const field = name.slice(0, quotedLength);
  return new DoorFault('duplicate-field', 'The field stands there more than once: send it once.', { field });
}
