import { Outbox, type Outgoing } from './outbox';

const complete = {
  leaseId: 'lease-1',
  token: 'token-1',
  nodes: 1,
  lines: [],
  engine: undefined,
  engineBuild: '',
  netHash: '',
  threads: 1,
  hashMb: 16,
  elapsedMs: 1,
};

function sentBy(outbox: Outbox, isOpen = true): string[] {
  const sent: string[] = [];
  outbox.flush((message: Outgoing) => {
    if (isOpen) sent.push(message.$case);
    return isOpen;
  });
  return sent;
}

describe('Outbox', () => {
  it('sends a result on every stream until it is acknowledged', () => {
    const outbox = new Outbox();
    outbox.complete(complete);
    expect(sentBy(outbox)).toEqual(['complete']);
    expect(sentBy(outbox)).toEqual(['complete']);
    outbox.settle('lease-1');
    expect(sentBy(outbox)).toEqual([]);
  });

  it('keeps an abort until an open stream has taken it', () => {
    const outbox = new Outbox();
    outbox.abort({ leaseId: 'lease-1', token: 'token-1', reason: 'crash' });
    expect(sentBy(outbox, false)).toEqual([]);
    expect(sentBy(outbox)).toEqual(['abort']);
    expect(outbox.size).toBe(0);
  });
});
