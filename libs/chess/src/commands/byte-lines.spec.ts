import * as fc from 'fast-check';
import { ByteLines, MAX_LINE_BYTES } from './byte-lines.js';

const read = (...pieces: readonly (string | Buffer)[]): [string, string | undefined][] => {
  const lines = new ByteLines();
  const found = [...pieces.flatMap((piece) => lines.push(Buffer.from(piece))), ...lines.end()];
  return found.map(({ text, fault }) => [text, fault?.code]);
};

const long = 'a'.repeat(MAX_LINE_BYTES + 1);

describe('lines of a byte stream', () => {
  it('come whole, however the bytes are cut', () => {
    const text = fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '将', '\r', '\n', '\n') }), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(text, fc.array(fc.nat(12), { minLength: 1 }), (words, cuts) => {
        const bytes = Buffer.from(words.join(''));
        const pieces: Buffer[] = [];
        for (let at = 0, cut = 0; at < bytes.length; cut++) {
          const size = 1 + (cuts[cut % cuts.length] ?? 0);
          pieces.push(bytes.subarray(at, at + size));
          at += size;
        }
        expect(read(...pieces)).toEqual(read(bytes));
      }),
    );
  });

  it('end with a newline, with a carriage return before it, or with the input', () => {
    expect(read('one\ntwo\r\n\nthree')).toEqual([
      ['one', undefined],
      ['two', undefined],
      ['', undefined],
      ['three', undefined],
    ]);
    expect([read(''), read('one\n')]).toEqual([[], [['one', undefined]]]);
  });

  it('lose a byte order mark at the beginning', () => {
    expect(read('\uFEFFone\n')).toEqual([['one', undefined]]);
  });

  it('name a bad byte and spoil no other line', () => {
    expect(read(Buffer.from('one\nt\xffwo\nthree\n', 'latin1'))).toEqual([
      ['one', undefined],
      ['t\uFFFDwo', 'bad-utf8'],
      ['three', undefined],
    ]);
  });

  it('are kept up to a mebibyte, and beyond it only in their beginning', () => {
    const shortened: [string, string] = ['a'.repeat(200), 'input-too-long'];
    expect(read(long.slice(1), '\nb\n')).toEqual([
      [long.slice(1), undefined],
      ['b', undefined],
    ]);
    expect(read(`${long}\nb\n`)).toEqual([shortened, ['b', undefined]]);
    expect(read(long, long, 'c\nb\n')).toEqual([shortened, ['b', undefined]]);
    expect(read('b\n', long, long)).toEqual([['b', undefined], shortened]);
  });
});
