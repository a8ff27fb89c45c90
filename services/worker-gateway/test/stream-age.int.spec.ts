import { status } from '@grpc/grpc-js';
import { AccountsServiceService, AnalysesServiceService, QueueServiceService } from '@atomicdb/rpc';
import { createLogger } from '@atomicdb/telemetry';
import { WorkerDoor } from '../src/adapters/grpc/worker-door';
import { Beats } from '../src/application/beats';
import { HeldLeases } from '../src/application/held-leases';
import { LeaseDesk } from '../src/application/lease-desk';
import { Results } from '../src/application/results';
import { makeStandIns } from './stand-ins';
import { TestWorker } from './test-worker';

describe('a stream that has grown old', () => {
  it('is told to come back, and ended when the worker does not leave', async () => {
    const { peers } = makeStandIns();
    const logger = createLogger('worker-gateway', 'fatal');
    const queue = peers.client('queue', QueueServiceService);
    const accounts = peers.client('accounts', AccountsServiceService);
    const analyses = peers.client('analyses', AnalysesServiceService);
    const floor = {
      desk: new LeaseDesk(queue, logger),
      beats: new Beats(queue, logger),
      held: new HeldLeases(),
      results: new Results({ accounts, queue, analyses }, logger),
      logger,
    };
    const options = { host: '127.0.0.1', port: 0, maxStreamAgeMs: 50, drainMs: 50 };
    const door = new WorkerDoor(accounts, floor, options);
    const worker = new TestWorker(await door.listen());
    const stream = worker.work();
    await stream.next('drain');
    expect((await stream.end()).code).toBe(status.OK);
    worker.close();
    await door.close();
  });
});
