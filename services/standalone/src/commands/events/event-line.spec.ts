import { encodePayload } from '@atomicdb/events';
import { eventLine } from './event-line';

const data = { accountId: 'a1', name: 'ada\u2028ada', operator: false };

const event = {
  envelope: {
    eventId: '0190c7a8-5b3e-8c1d-9f00-0123456789ab',
    type: 'AccountRegistered',
    schemaVersion: 1,
    stream: 'account-a1\n\u001b[2J',
    version: 1,
    occurredAt: '2026-03-01T09:59:59.000Z',
    producer: 'accounts',
    canonicalVersion: 1,
    traceparent: null,
  },
  payload: encodePayload({ type: 'AccountRegistered', data }),
};

describe('the line of an event', () => {
  it('is one line that does not steer the terminal, whatever a stranger wrote', () => {
    expect(eventLine(event, false)).toBe(
      '2026-03-01T09:59:59.000Z accounts account-a1\ufffd\ufffd[2J@1 AccountRegistered ' +
        '{"accountId":"a1","name":"ada\ufffdada","operator":false}\n',
    );
  });

  it('is for scripts what was written, to the character', () => {
    const line = eventLine(event, true);
    expect(line.split('\n')).toHaveLength(2);
    expect(JSON.parse(line)).toMatchObject({ stream: event.envelope.stream, data });
  });
});
