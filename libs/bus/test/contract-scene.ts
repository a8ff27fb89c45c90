import { deadLetters, type EventStore } from '@atomicdb/event-store';
import { eventually } from '@atomicdb/testing';
import type { Consumer } from '../src';
import type { Bus } from '../src';
import type { Transport } from './contract';
import { lettersOf, plant, versionsSeen, type Letter, type Planted } from './contract-parts';

export const patience = { timeoutMs: 60_000 };

/** What the tests of the contract do with a transport; every bus they start ends with its test. */
export class ContractScene {
  private ends: (() => Promise<void>)[] = [];
  /** What buses reported in this test. */
  reports: string[] = [];

  constructor(
    readonly transport: Transport,
    readonly store: EventStore,
  ) {}

  async start(consumers: Consumer[], stores = [this.store]): Promise<Bus> {
    const bus = this.transport.bus((error) => this.reports.push(String(error)));
    for (const store of stores) bus.publish(store);
    for (const each of consumers) bus.consume(each);
    this.ends.push(() => bus.stop());
    await bus.start();
    return bus;
  }

  async end(): Promise<void> {
    await Promise.all(this.ends.map((end) => end()));
    this.ends = [];
    this.reports = [];
  }

  plant(events: readonly Planted[]): Promise<void> {
    return plant(this.transport.writer, events);
  }

  letters(name: string, streams: readonly string[]): Promise<Letter[]> {
    return lettersOf(this.transport.reader, name, streams);
  }

  becomes(name: string, stream: string, versions: number[]): Promise<void> {
    return eventually(
      async () => expect(await versionsSeen(this.transport.reader, name, stream)).toEqual(versions),
      patience,
    );
  }

  /** Gives how many letters are marked. */
  async release(choice: { consumer: string; eventId?: string }): Promise<number> {
    return (await this.transport.reader.transaction((tx) => deadLetters.release(tx, choice))).length;
  }
}
