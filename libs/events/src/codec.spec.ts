import { eventTypes } from './catalogue';
import {
  decodePayload,
  decodeVersion,
  encodePayload,
  maxEventBytes,
  OversizedEvent,
  type UnreadableEvent,
  versionsOf,
  type PayloadVersions,
} from './codec';
import { AccountRegistered } from './generated/atomicdb/events/v1/accounts';

/** As if the operator's flag had been a second event once, and the payload had then held the name alone. */
const registered: PayloadVersions = {
  schemaVersion: 3,
  codec: AccountRegistered as unknown as PayloadVersions['codec'],
  older: {
    1: (bytes) => ({ accountId: '', name: Buffer.from(bytes).toString(), operator: false }),
    2: (bytes) => ({ ...AccountRegistered.decode(bytes), operator: false }),
  },
};

describe('the versions of a payload', () => {
  const ada = { accountId: 'a1', name: 'ada', operator: true };
  const current = AccountRegistered.encode(ada).finish();

  it('are each read as the current one', () => {
    const read = (version: number, bytes: Uint8Array) =>
      decodeVersion('AccountRegistered', registered, version, bytes);
    expect(read(1, Buffer.from('ada'))).toEqual({ accountId: '', name: 'ada', operator: false });
    expect(read(2, current)).toEqual({ accountId: 'a1', name: 'ada', operator: false });
    expect(read(3, current)).toEqual(ada);
  });

  it.each([
    ['newer than this release', 4, 'newer-version'],
    ['that never was', 0, 'damaged'],
  ])('are refused when %s', (_name, version, reason) => {
    expect.assertions(1);
    try {
      decodeVersion('AccountRegistered', registered, version, current);
    } catch (error) {
      expect((error as UnreadableEvent).reason).toBe(reason);
    }
  });

  it('are complete in the catalogue: every earlier one has its decoder', () => {
    const lacking = eventTypes.flatMap((type) => {
      const { schemaVersion, older = {} } = versionsOf(type);
      const earlier = Array.from({ length: schemaVersion - 1 }, (_, index) => index + 1);
      return earlier.filter((version) => !(version in older)).map((version) => `${type} ${version}`);
    });
    expect(lacking).toEqual([]);
  });
});

describe('the size of a payload', () => {
  const named = (length: number) => {
    const data = { accountId: 'a', name: 'x'.repeat(length), operator: false };
    return { type: 'AccountRegistered', data } as const;
  };

  it('may be that of the bound, and is refused with a sentence beyond it', () => {
    const overhead = encodePayload(named(maxEventBytes / 2)).length - maxEventBytes / 2;
    const largest = named(maxEventBytes - overhead);
    expect(decodePayload('AccountRegistered', 1, encodePayload(largest))).toEqual(largest);
    const beyond = () => encodePayload(named(maxEventBytes - overhead + 1));
    expect(beyond).toThrow(OversizedEvent);
    const strangers = Buffer.concat([encodePayload(largest), Buffer.from([0xa0, 0x06, 0x01])]);
    expect(() => decodePayload('AccountRegistered', 1, strangers)).toThrow(
      'AccountRegistered has 4194307 bytes and an event at most 4194304',
    );
    expect(beyond).toThrow('AccountRegistered has 4194305 bytes and an event at most 4194304');
  });
});
