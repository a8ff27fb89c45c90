import type { Processor } from '@atomicdb/bus';
import * as accounts from '@atomicdb/accounts';
import * as analyses from '@atomicdb/analyses';
import * as attribution from '@atomicdb/attribution';
import * as backing from '@atomicdb/backing';
import * as positions from '@atomicdb/positions';
import * as queue from '@atomicdb/queue-scheduling';
import * as webGateway from '@atomicdb/web-gateway';
import * as workerGateway from '@atomicdb/worker-gateway';
import { ListingBus } from './listing-bus';
import { startWholeProduct } from './whole-product';

const services = [accounts, analyses, attribution, backing, positions, queue, webGateway, workerGateway];

const lines = (processors: readonly Processor[]) =>
  processors.map(({ name, types }) => `${name}: ${[...types].sort().join(', ')}`).sort();

it('every consumer that the running product registers is the one its service exports, and no other', async () => {
  const bus = new ListingBus(() => undefined);
  const product = await startWholeProduct(bus);
  await product.stop();
  const registered = [...bus.consuming, ...bus.tailing];
  expect(lines(registered)).toEqual(lines(services.flatMap(({ processors }) => processors)));
  expect(registered.length).toBeGreaterThan(5);
});
