import RequestQueue from 'kafkajs/src/network/requestQueue';
import { quietIdleConnections } from './quiet-queue';

describe('the queue of a connection', () => {
  beforeAll(quietIdleConnections);

  it('sends what a throttle held back, though nothing else happens', async () => {
    const queue = new RequestQueue({ logger: { debug: () => undefined } });
    queue.throttledUntil = Date.now() + 30;
    const begun = performance.now();
    const entry = { correlationId: 1 };
    await new Promise<void>((sendRequest) => queue.push({ entry, expectResponse: true, sendRequest }));
    expect(performance.now() - begun).toBeGreaterThan(20);
    queue.destroy();
  });
});
