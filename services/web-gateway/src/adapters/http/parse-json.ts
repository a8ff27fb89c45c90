import { DoorFault } from './door-fault';
import { duplicateField, type Fields, type FieldValue } from './fields';

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs;

/** Names that stand twice in an object of valid JSON: JSON.parse keeps the last one without a word. */
function findDuplicate(text: string): string | null {
  const seen = new Set<string>();
  let last = '';
  for (const [token] of text.matchAll(tokens)) {
    if (token === ':') {
      const name = JSON.parse(last) as string;
      if (seen.has(name)) return name;
      seen.add(name);
    }
    last = token;
  }
  return null;
}

function parseText(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw new DoorFault(
      'malformed-json',
      'The body is not JSON: send one object with the fields of this door.',
    );
  }
}

function isFieldValue(value: unknown): value is FieldValue {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string');
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Fields of a flat JSON object. Throws malformed-json, object-expected, field-invalid or duplicate-field. */
export function parseJson(body: string): Fields {
  const value = parseText(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DoorFault(
      'object-expected',
      'The body is JSON but no object: send one object with the fields.',
    );
  }
  const fields = new Map<string, FieldValue>();
  for (const [field, content] of Object.entries(value)) {
    if (!isFieldValue(content)) {
      throw new DoorFault(
        'field-invalid',
        'A field holds a text, a number or a list of texts, nothing nested.',
        {
          field: field.slice(0, 64),
        },
      );
    }
    fields.set(field, content);
  }
  const twice = findDuplicate(body);
  if (twice !== null) throw duplicateField(twice);
  return fields;
}
