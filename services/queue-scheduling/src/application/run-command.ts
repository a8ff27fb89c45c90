import { fold } from '@atomicdb/decider';
import { streamId, type EventRecord } from '@atomicdb/events';
import type { EventStore, Tx } from '@atomicdb/event-store';
import { deleteDelivery } from '../adapters/postgres/delete-delivery';
import { insertDelivery } from '../adapters/postgres/insert-delivery';
import { readDelivery } from '../adapters/postgres/read-delivery';
import type { RequestCommand } from '../domain/request-commands';
import { request } from '../domain/request';
import type { DeliveryMark, QueueEvent, RequestFact, RequestState } from '../domain/request-state';

function isMark(fact: RequestFact): fact is DeliveryMark {
  return fact.type === 'DeliveryAccepted' || fact.type === 'DeliveryDropped';
}

/** The stream holds events of this service only. */
function toFact({ event }: EventRecord): RequestFact {
  return event as QueueEvent;
}

/** The mark of a delivery comes after every event: while a result is on its way nothing else happens to the row but joins. */
async function loadState(tx: Tx, requestId: string, records: readonly EventRecord[]): Promise<RequestState> {
  const state = fold(request, records.map(toFact));
  const delivery = state.state === 'NONE' ? undefined : await readDelivery(tx, requestId);
  return delivery ? request.evolve(state, { type: 'DeliveryAccepted', data: delivery }) : state;
}

/**
 * Decides on one request and writes what was decided, in order: events to its stream, marks of deliveries to their table. Needs the
 * lock of the commons. Throws Rejected before anything is written.
 * @returns the facts; none where nothing had to change
 */
export async function runCommand(
  tx: Tx,
  store: EventStore,
  requestId: string,
  command: RequestCommand,
): Promise<RequestFact[]> {
  const stream = streamId('request', requestId);
  const records = await store.readStream(tx, stream);
  const facts = request.decide(command, await loadState(tx, requestId, records));
  let expectedVersion = records.length;
  for (const fact of facts) {
    if (isMark(fact)) await writeMark(tx, requestId, fact);
    else await store.append(tx, [{ stream, expectedVersion: expectedVersion++, events: [fact] }]);
  }
  return facts;
}

function writeMark(tx: Tx, requestId: string, mark: DeliveryMark): Promise<void> {
  if (mark.type === 'DeliveryAccepted') return insertDelivery(tx, requestId, mark.data);
  return deleteDelivery(tx, requestId);
}
