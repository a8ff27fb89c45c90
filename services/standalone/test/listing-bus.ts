import { EmbeddedBus, type Consumer, type Tail } from '@atomicdb/bus';

/** The embedded bus, with a list of who registered. */
export class ListingBus extends EmbeddedBus {
  readonly consuming: Consumer[] = [];
  readonly tailing: Tail[] = [];

  override consume(consumer: Consumer): void {
    this.consuming.push(consumer);
    super.consume(consumer);
  }

  override tail(tail: Tail): void {
    this.tailing.push(tail);
    super.tail(tail);
  }
}
