import fc from 'fast-check';
import { createRequire } from 'node:module';
import { parameterOf } from './parameter';

const { prepareValue } = createRequire(require.resolve('pg'))('./utils') as {
  prepareValue: (value: unknown) => unknown;
};

describe('a parameter of a statement', () => {
  it('is written as the driver writes it', () => {
    const element = fc.oneof(
      fc.string(),
      fc.constantFrom('', 'NULL', '"', '\\', '{,}'),
      fc.double(),
      fc.integer(),
    );
    const value = fc.oneof(fc.array(element), fc.array(fc.option(element)), fc.string(), fc.constant(null));
    fc.assert(
      fc.property(value, (given) => {
        expect(prepareValue(parameterOf(given))).toEqual(prepareValue(given));
      }),
    );
  });

  it('is left to the driver where it is no list of texts and numbers', () => {
    const values = [[Buffer.from('a')], [true], [['a']], [], null, 'text', 1, Buffer.from('b')];
    for (const value of values) expect(parameterOf(value)).toBe(value);
  });
});
