import { EmbeddedBus, type Consumer, type Processor, type Tail } from '@atomicdb/bus';
import * as accounts from '@atomicdb/accounts';
import * as analyses from '@atomicdb/analyses';
import * as attribution from '@atomicdb/attribution';
import * as backing from '@atomicdb/backing';
import * as positions from '@atomicdb/positions';
import * as queue from '@atomicdb/queue-scheduling';
import * as webGateway from '@atomicdb/web-gateway';
import * as workerGateway from '@atomicdb/worker-gateway';
import { startWholeProduct } from './whole-product';

const services = [accounts, analyses, attribution, backing, positions, queue, webGateway, workerGateway];

/** The embedded bus, with a list of who registered. */
class ListingBus extends EmbeddedBus {
  readonly registered: Processor[] = [];

  override consume(consumer: Consumer): void {
    this.registered.push(consumer);
    super.consume(consumer);
  }

  override tail(tail: Tail): void {
    this.registered.push(tail);
    super.tail(tail);
  }
}

const lines = (processors: readonly Processor[]) =>
  processors.map(({ name, types }) => `${name}: ${[...types].sort().join(', ')}`).sort();

it('every consumer that the running product registers is the one its service exports, and no other', async () => {
  const bus = new ListingBus(() => undefined);
  const product = await startWholeProduct(bus);
  await product.stop();
  expect(lines(bus.registered)).toEqual(lines(services.flatMap(({ processors }) => processors)));
  expect(bus.registered.length).toBeGreaterThan(5);
});
