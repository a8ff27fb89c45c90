import { encodeMessage } from './codec';
import { EventMessage } from './generated/atomicdb/events/v1/event_message';

const message = (version: number, bytes = 3): EventMessage => ({
  eventId: 'e',
  type: 'AccountRegistered',
  schemaVersion: 1,
  version,
  occurredAt: '2026-03-01T10:00:00.000Z',
  producer: 'accounts',
  canonicalVersion: 1,
  payload: new Uint8Array(bytes).fill(version),
});

describe('the encoding of messages', () => {
  it('leaves the bytes of the ones before as they were', () => {
    const versions = [1, 2, 300];
    const written = versions.map((version) => encodeMessage(message(version, version)));
    expect(written.map((bytes) => EventMessage.decode(bytes))).toEqual(
      versions.map((version) => message(version, version)),
    );
  });

  it('goes on after a message that cannot be written, without anything of it', () => {
    expect(() => encodeMessage(message(-1))).toThrow('invalid uint32: -1');
    expect(EventMessage.decode(encodeMessage(message(7)))).toEqual(message(7));
  });
});
