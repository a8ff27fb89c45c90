import { deadLetters, type DeadLetterKind, type StoredDeadLetter, type Tx } from '@atomicdb/event-store';
import type { EventRecord } from '@atomicdb/events';
import { inTrace } from '@atomicdb/telemetry';
import type { Consumer } from './bus';
import type { Delivery, Place } from './delivery';
import type { Onlooker } from './onlooker';
import { concerns, envelopeFault, readEvent, type RawEvent } from './read-event';
import type { StreamVersions } from './stream-versions';

export interface TurnOptions {
  readonly onlooker: Onlooker;
  /** Most waiting events that are applied behind the one they waited for; the others in transactions of their own. */
  readonly followers: number;
  /** Set when handling threw: the reason for which the event is set aside now. */
  readonly verdict?: string;
}

/** More versions than this are not given up at once: a damaged version number may claim any gap. */
const mostGivenUp = 1_000;

/** What one transaction does for one consumer with the events of one owner. Source: docs/decisions/0005, "Versions". */
export class ConsumerTurn {
  private readonly applied: string[] = [];
  private room: number;

  constructor(
    private readonly consumer: Consumer,
    private readonly tx: Tx,
    private readonly owner: string,
    private readonly versions: StreamVersions,
    private readonly options: TurnOptions,
  ) {
    this.room = options.followers;
  }

  async take(delivery: Delivery, place: Place): Promise<void> {
    const { stream, version } = delivery.envelope;
    const aside = (kind: DeadLetterKind, reason: string) => this.setAside(delivery, place, kind, reason);
    const fault = envelopeFault(delivery.envelope, this.owner);
    if (fault !== null) return aside('unreadable', fault);
    switch (this.versions.standing(stream, version)) {
      case 'passed':
        return;
      case 'gap':
        return aside('waiting', this.gapBefore(stream, version));
      case 'next':
      case 'late':
        await this.apply(delivery, aside);
        return this.pass(stream, version);
    }
  }

  /** A letter that its consumer is to apply now. */
  async takeReleased(letter: StoredDeadLetter): Promise<void> {
    const { stream, version } = letter.envelope;
    const fault = envelopeFault(letter.envelope, this.owner);
    if (fault !== null) return this.putBack(letter, 'unreadable', fault);
    if (letter.kind !== 'waiting') return this.applyLetter(letter);
    switch (this.versions.standing(stream, version)) {
      case 'passed':
        this.applied.push(letter.envelope.eventId);
        return;
      case 'gap':
        if (this.missingBefore(stream, version) > mostGivenUp)
          return this.putBack(letter, 'waiting', this.gapBefore(stream, version));
        this.versions.giveUpBefore(stream, version);
        break;
      case 'next':
      case 'late':
        break;
    }
    await this.applyLetter(letter);
    await this.pass(stream, version);
  }

  /** After the last event and the consumer's own flush. */
  async finish(): Promise<void> {
    if (this.applied.length > 0) await deadLetters.remove(this.tx, this.consumer.name, this.applied);
    await this.versions.write();
  }

  private async pass(stream: string, version: number): Promise<void> {
    this.versions.pass(stream, version);
    if (this.versions.hasWaiting(stream)) await this.follow(stream);
  }

  private async follow(stream: string): Promise<void> {
    const of = { consumer: this.consumer.name, owner: this.owner, stream };
    const limit = this.room;
    const next =
      limit > 0 ? await deadLetters.readFollowing(this.tx, of, this.versions.last(stream), limit) : [];
    for (const letter of next) {
      await this.applyLetter(letter);
      this.versions.pass(stream, letter.envelope.version);
    }
    this.room -= next.length;
    if (next.length === limit) await deadLetters.releaseFollowing(this.tx, of, this.versions.last(stream));
  }

  private async applyLetter(letter: StoredDeadLetter): Promise<void> {
    let isBack = false;
    await this.apply(letter, (kind, reason) => {
      isBack = true;
      return this.putBack(letter, kind, reason);
    });
    if (!isBack) this.applied.push(letter.envelope.eventId);
  }

  private async apply(
    event: RawEvent,
    refuse: (kind: DeadLetterKind, reason: string) => Promise<void>,
  ): Promise<void> {
    if (this.options.verdict !== undefined) return refuse('poison', this.options.verdict);
    if (!concerns(this.consumer, event.envelope)) return;
    const read = readEvent(event);
    if (typeof read === 'string') return refuse('unreadable', read);
    const fault = this.faultOf(read);
    await (fault === null ? this.handle(read) : refuse('poison', `poison: ${fault}`));
  }

  private faultOf(record: EventRecord): string | null {
    try {
      this.consumer.check?.(record);
      return null;
    } catch (error) {
      return String(error);
    }
  }

  private handle(record: EventRecord): Promise<void> {
    const work = () => this.consumer.handle(this.tx, record);
    if (!this.options.onlooker.isTracing) return work();
    const attributes = { 'event.type': record.type, 'event.stream': record.stream };
    return inTrace(record.traceparent, `${this.consumer.name} ${record.type}`, attributes, work);
  }

  private gapBefore(stream: string, version: number): string {
    const reason = `version ${this.versions.last(stream) + 1} has not come before version ${version}`;
    if (this.missingBefore(stream, version) <= mostGivenUp) return reason;
    return `${reason}: more than ${mostGivenUp} versions are missing, which a release does not give up`;
  }

  private missingBefore(stream: string, version: number): number {
    return version - 1 - this.versions.last(stream);
  }

  private async setAside(
    { envelope, payload, cursor }: Delivery,
    { source, partition }: Place,
    kind: DeadLetterKind,
    reason: string,
  ): Promise<void> {
    const consumer = this.consumer.name;
    const at = { owner: this.owner, source, partition, cursor };
    await deadLetters.setAside(this.tx, { consumer, kind, ...at, envelope, payload, reason });
    const isReported = kind === 'waiting' && this.versions.hasWaiting(envelope.stream);
    if (kind === 'waiting') this.versions.noteWaiting(envelope.stream);
    if (!isReported) this.report(envelope, reason);
  }

  private async putBack({ envelope }: StoredDeadLetter, kind: DeadLetterKind, reason: string): Promise<void> {
    await deadLetters.putBack(this.tx, this.consumer.name, envelope.eventId, kind, reason);
    this.report(envelope, reason);
  }

  private report({ type, stream, eventId }: RawEvent['envelope'], reason: string): void {
    this.options.onlooker.report(new Error(`${type} ${eventId} of ${stream} is set aside: ${reason}`));
  }
}
