import { decodePayload, encodePayload, UnreadableEvent } from './codec';
import { eventId } from './envelope';

describe('event id', () => {
  it('is the same for the same place in a stream, and a UUID of version 8', () => {
    const id = eventId('analyses', 'analysis-r1', 1);
    expect(id).toBe(eventId('analyses', 'analysis-r1', 1));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('differs between producers, streams and versions', () => {
    const ids = [
      eventId('positions', 'position-x', 1),
      eventId('backing', 'position-x', 1),
      eventId('positions', 'position-y', 1),
      eventId('positions', 'position-x', 2),
    ];
    expect(new Set(ids).size).toBe(4);
  });
});

describe('payload codec', () => {
  it('gives back what was written, with clocks beyond 2^53 kept whole', () => {
    const event = {
      type: 'RequestJoined',
      data: {
        requestId: 'r1',
        position: 'atomic:k w - -',
        budgetNodes: 10_000_000_000,
        accountId: 'a1',
        askedAt: '18014398509481985',
        seq: '7',
        ord: -3,
        first: true,
      },
    } as const;
    expect(decodePayload('RequestJoined', 1, encodePayload(event))).toEqual(event);
  });

  it.each([
    ['an unknown type', 'Mystery', 1, new Uint8Array(), 'unknown-type'],
    ['a newer version', 'RequestJoined', 2, new Uint8Array(), 'newer-version'],
    ['damaged bytes', 'RequestJoined', 1, new Uint8Array([0x0a, 0xff]), 'damaged'],
  ] as const)('refuses %s', (_name, type, version, bytes, reason) => {
    expect(() => decodePayload(type, version, bytes)).toThrow(UnreadableEvent);
    try {
      decodePayload(type, version, bytes);
    } catch (error) {
      expect((error as UnreadableEvent).reason).toBe(reason);
    }
  });
});
