import { z } from 'zod';
import { ConfigError, readConfig } from './read-config';

const schema = z.object({ PORT: z.coerce.number().int().min(0), DATABASE_URL: z.url() });

describe('readConfig', () => {
  it('gives typed values', () => {
    expect(readConfig(schema, { PORT: '8080', DATABASE_URL: 'postgres://h/d' })).toEqual({
      PORT: 8080,
      DATABASE_URL: 'postgres://h/d',
    });
  });

  it('reports every fault, not only the first', () => {
    const read = () => readConfig(schema, { PORT: 'x' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/PORT: [\s\S]*DATABASE_URL: /);
  });

  it('says of a variable that is not there that it is missing', () => {
    expect(() => readConfig(schema, { PORT: '1' })).toThrow(/\n {2}DATABASE_URL: is missing$/);
  });
});
