import type { LeaseBeat } from '@atomicdb/rpc';
import { createLogger } from '@atomicdb/telemetry';
import { Beats } from './beats';

const logger = createLogger('worker-gateway', 'fatal');

function recordingQueue(lost: (beat: LeaseBeat) => boolean) {
  const calls: LeaseBeat[][] = [];
  const beat = ({ beats }: { beats: LeaseBeat[] }) => {
    calls.push(beats);
    return Promise.resolve({ lostLeaseIds: beats.filter(lost).map(({ leaseId }) => leaseId) });
  };
  return {
    calls,
    queue: { beat, lease: () => Promise.reject(new Error()), release: () => Promise.reject(new Error()) },
  };
}

describe('Beats', () => {
  it('sends the beats of many streams in one call and answers each', async () => {
    const { calls, queue } = recordingQueue(({ leaseId }) => leaseId === 'b');
    const beats = new Beats(queue, logger);
    const answers: string[] = [];
    for (const leaseId of ['a', 'b']) {
      beats.add({ leaseId, token: 't', nodes: 1 }, (isLost) => answers.push(`${leaseId} ${isLost}`));
    }
    await beats.flush();
    expect(calls.map((call) => call.length)).toEqual([2]);
    expect(answers).toEqual(['a false', 'b true']);
  });

  it('never lets a beat with a wrong token speak for the holder of the lease', async () => {
    const { queue } = recordingQueue(({ token }) => token === 'guess');
    const beats = new Beats(queue, logger);
    const answers: string[] = [];
    for (const token of ['true', 'guess']) {
      beats.add({ leaseId: 'a', token, nodes: 1 }, (isLost) => answers.push(`${token} ${isLost}`));
    }
    await beats.flush();
    expect(answers.sort()).toEqual(['guess true', 'true false']);
  });

  it('answers nothing when the queue is away: a silence is not a loss', async () => {
    const { queue } = recordingQueue(() => false);
    const beats = new Beats({ ...queue, beat: () => Promise.reject(new Error('away')) }, logger);
    let answered = false;
    beats.add({ leaseId: 'a', token: 't', nodes: 1 }, () => {
      answered = true;
    });
    await beats.flush();
    expect(answered).toBe(false);
  });
});
