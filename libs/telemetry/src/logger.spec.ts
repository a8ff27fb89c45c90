import { createLogger } from './logger';

/** What is written for one line, as text. */
function written(fields: object): string {
  const lines: string[] = [];
  createLogger('test', 'info', { write: (line) => lines.push(line) }).info(fields, 'a message');
  return lines.join('');
}

describe('the log', () => {
  it.each(['password', 'token', 'authorization', 'cookie', 'secret'])(
    'never shows a field %s, of the line or of what the line holds',
    (name) => {
      const text = written({ [name]: 'hunter2', request: { [name]: 'hunter2', path: '/x' } });
      expect(text).not.toContain('hunter2');
      expect(JSON.parse(text)).toMatchObject({
        [name]: '[redacted]',
        request: { [name]: '[redacted]', path: '/x' },
        msg: 'a message',
        service: 'test',
      });
    },
  );
});
