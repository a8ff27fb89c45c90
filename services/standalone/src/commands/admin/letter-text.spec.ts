import type { StoredDeadLetter } from '@atomicdb/event-store';
import { encodePayload } from '@atomicdb/events';
import { toDocument, toPage, toTable } from './letter-text';

const data = { accountId: 'a1', name: 'ada', operator: false };

const letter: StoredDeadLetter = {
  consumer: 'attribution:boards:1',
  kind: 'poison',
  owner: 'accounts',
  source: 'embedded:accounts',
  partition: 0,
  cursor: '901:7',
  payload: encodePayload({ type: 'AccountRegistered', data }),
  reason: 'poison: Error: no',
  attempts: 2,
  setAsideAt: '2026-03-01T10:00:00.000Z',
  triedAt: '2026-03-01T11:00:00.000Z',
  releasedAt: null,
  envelope: {
    eventId: '0190c7a8-5b3e-8c1d-9f00-0123456789ab',
    type: 'AccountRegistered',
    schemaVersion: 1,
    stream: 'account-a1',
    version: 1,
    occurredAt: '2026-03-01T09:59:59.000Z',
    producer: 'accounts',
    canonicalVersion: 1,
    traceparent: null,
  },
};

const garbage = { ...letter, payload: new Uint8Array([0x0a, 0xff]) };

describe('the text of a dead letter', () => {
  it('is a line of a table with its id, consumer, kind, stream, tries and reason', () => {
    const [head, line] = toTable([{ ...letter, payloadBytes: 9 }]).split('\n');
    expect(head).toMatch(/^ID +CONSUMER +KIND +TYPE +STREAM +SET ASIDE +TRIES +REASON$/);
    expect(line?.split(/ {2,}/)).toEqual([
      letter.envelope.eventId,
      'attribution:boards:1',
      'poison',
      'AccountRegistered',
      'account-a1@1',
      '2026-03-01T10:00:00.000Z',
      '2',
      'poison: Error: no',
    ]);
  });

  it('shows the payload decoded where it can be read, and in hexadecimal digits otherwise', () => {
    expect(toDocument(letter)).toMatchObject({ stream: 'account-a1', kind: 'poison', payload: data });
    expect(toDocument(garbage)).toMatchObject({ payloadBytes: 2, payloadHex: '0aff' });
    expect(toPage(letter)).toContain('"name": "ada"');
    expect(toPage(garbage)).toContain('payload       2 bytes, not readable by this release:\n0aff\n');
  });

  it('does not let what a stranger wrote steer the terminal', () => {
    const envelope = { ...letter.envelope, type: 'Praised\u001b[2J', stream: 'a\nb' };
    const text = toPage({ ...letter, envelope }) + toTable([{ ...letter, envelope, payloadBytes: 9 }]);
    expect(text).not.toContain('\u001b');
    expect(text).toContain('a\ufffdb@1');
  });
});
