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

const other = { ...complete, leaseId: 'lease-2' };

function sentBy(outbox: Outbox, how: 'flush' | 'sendAgain' = 'flush', isOpen = true): string[] {
  const sent: string[] = [];
  outbox[how]((message: Outgoing) => {
    if (isOpen)
      sent.push(`${message.$case} ${message.$case === 'complete' ? message.complete.leaseId : ''}`.trim());
    return isOpen;
  });
  return sent;
}

describe('Outbox', () => {
  it('sends a result on every stream until it is acknowledged', () => {
    const outbox = new Outbox();
    outbox.complete(complete);
    expect(sentBy(outbox, 'flush', false)).toEqual([]);
    expect(sentBy(outbox)).toEqual(['complete lease-1']);
    expect(sentBy(outbox, 'sendAgain')).toEqual(['complete lease-1']);
    outbox.settle('lease-1');
    expect(sentBy(outbox, 'sendAgain')).toEqual([]);
  });

  it('sends results one after the other, each when the one before is answered', () => {
    const outbox = new Outbox();
    outbox.complete(complete);
    outbox.complete(other);
    expect(sentBy(outbox)).toEqual(['complete lease-1']);
    expect(sentBy(outbox)).toEqual([]);
    outbox.settle('lease-1');
    expect(sentBy(outbox)).toEqual(['complete lease-2']);
    outbox.settle('lease-2');
    expect(outbox.size).toBe(0);
  });

  it('sends the others first after a result that was not answered', () => {
    const outbox = new Outbox();
    outbox.complete(complete);
    outbox.complete(other);
    expect(sentBy(outbox)).toEqual(['complete lease-1']);
    expect(sentBy(outbox, 'sendAgain')).toEqual(['complete lease-2']);
    outbox.settle('lease-2');
    expect(sentBy(outbox)).toEqual(['complete lease-1']);
  });

  it('keeps an abort until an open stream has taken it', () => {
    const outbox = new Outbox();
    outbox.abort({ leaseId: 'lease-1', token: 'token-1', reason: 'crash' });
    expect(sentBy(outbox, 'flush', false)).toEqual([]);
    expect(sentBy(outbox)).toEqual(['abort']);
    expect(outbox.size).toBe(0);
  });
});
