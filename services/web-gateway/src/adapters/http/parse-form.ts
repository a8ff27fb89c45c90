import { DoorFault } from './door-fault';
import { duplicateField, type Fields } from './fields';

function decode(text: string, fault: () => DoorFault): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw fault();
  }
}

function parse(text: string, fault: () => DoorFault): Fields {
  const fields = new Map<string, string>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const split = pair.indexOf('=');
    const name = decode(split < 0 ? pair : pair.slice(0, split), fault);
    if (fields.has(name)) throw duplicateField(name);
    fields.set(name, split < 0 ? '' : decode(pair.slice(split + 1), fault));
  }
  return fields;
}

/** Fields of an application/x-www-form-urlencoded body; throws malformed-body for escapes that are none. */
export function parseForm(body: string): Fields {
  return parse(
    body,
    () => new DoorFault('malformed-body', 'The form is not encoded as a form: encode it again.'),
  );
}

/** Parameters of an address; throws malformed-query. */
export function parseQuery(url: string): Fields {
  const start = url.indexOf('?');
  return parse(
    start < 0 ? '' : url.slice(start + 1),
    () =>
      new DoorFault('malformed-query', 'The address is not encoded as an address: encode its parameters.'),
  );
}
