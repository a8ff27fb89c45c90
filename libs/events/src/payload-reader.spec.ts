import { BinaryReader } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import { AccountRegistered } from './generated/atomicdb/events/v1/accounts';
import { AnalysisCompleted } from './generated/atomicdb/events/v1/analyses';
import { PayloadReader } from './payload-reader';

const text = fc.oneof(
  fc.string({ minLength: 4, maxLength: 4 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('e2e4', 'e7e8q', 'é2e4', '♞♞', '😀', '\uFEFFabc', ''),
);

describe('the reader of payloads', () => {
  it('reads what was written, text by text', () => {
    fc.assert(
      fc.property(fc.array(text), text, (pv, machine) => {
        const written = AnalysisCompleted.fromPartial({ machine, lines: [{ rank: 1, pv, cp: -3 }] });
        const bytes = AnalysisCompleted.encode(written).finish();
        expect(AnalysisCompleted.decode(new PayloadReader(bytes))).toEqual(written);
      }),
    );
  });

  it('reads any bytes as its base does, and refuses those that its base refuses', () => {
    const outcome = (read: () => unknown) => {
      try {
        return read();
      } catch (error) {
        return String(error);
      }
    };
    const whole = AccountRegistered.encode({ accountId: 'four', name: 'a1b2c3', operator: true }).finish();
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (place, byte, end) => {
        const damaged = Uint8Array.from(whole);
        damaged[place] = byte;
        const bytes = damaged.subarray(0, end);
        expect(outcome(() => AccountRegistered.decode(new PayloadReader(bytes)))).toEqual(
          outcome(() => AccountRegistered.decode(new BinaryReader(bytes))),
        );
      }),
      { numRuns: 2_000 },
    );
  });
});
