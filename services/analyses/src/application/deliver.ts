import { positionFromId } from '@atomicdb/chess';
import { fold, Rejected } from '@atomicdb/decider';
import type { EventStore } from '@atomicdb/event-store';
import { eventId, streamId, type AnalysisCompleted, type DomainEvent } from '@atomicdb/events';
import type { Api, DeliverRequest, DeliverResponse, Lease, Pass, QueueServiceService } from '@atomicdb/rpc';
import { inTrace } from '@atomicdb/telemetry';
import { acceptPass, type Delivery } from '../domain/accept-pass';
import { result } from '../domain/result';

type Queue = Api<typeof QueueServiceService>;

/** One lease delivers one pass, so sending it again names the same pass. */
function passIdOf(leaseId: string): string {
  return eventId('analyses', `pass-${leaseId}`, 1);
}

/** The lease, and the trace of the ask it goes back to. */
async function leaseOf(
  queue: Queue,
  { leaseId, token, accountId }: DeliverRequest,
): Promise<{ lease: Lease; traceparent: string | null }> {
  const { lease, workerAccountId, traceparent } = await queue.getLease({ leaseId, token });
  if (lease && workerAccountId === accountId) return { lease, traceparent: traceparent || null };
  throw new Rejected(
    'lease-unknown',
    'This lease was not issued to this account: ask for new work.',
    'lease_id',
  );
}

function accept(pass: Pass, lease: Lease, request: DeliverRequest, now: Date): AnalysisCompleted {
  const position = positionFromId(lease.position);
  if (!position.ok) throw new Error(`${lease.position}: ${position.error.message}`);
  const delivery: Delivery = {
    passId: passIdOf(lease.leaseId),
    requestId: lease.requestId,
    leaseId: lease.leaseId,
    budgetNodes: lease.budgetNodes,
    accountId: request.accountId,
    accountName: request.accountName,
    machine: request.machine,
    completedAt: now.toISOString(),
  };
  return acceptPass(pass, position.value, delivery);
}

/**
 * Checks the pass, makes the queue's row DELIVERED, appends `AnalysisCompleted`, and only then is it acknowledged. Each
 * step may be repeated: after a crash between any two the worker sends again and gets the same answer.
 * Source: architecture.md, "Delivery".
 */
export function makeDeliver(store: EventStore, queue: Queue, now: () => Date = () => new Date()) {
  return async (request: DeliverRequest): Promise<DeliverResponse> => {
    if (!request.pass) throw new Rejected('pass-lines', 'The delivery has no pass.', 'pass');
    const { lease, traceparent } = await leaseOf(queue, request);
    const data = accept(request.pass, lease, request, now());
    const { leaseId, token } = request;
    return inTrace(traceparent, 'deliver', { 'request.id': data.requestId }, async () => {
      await queue.acceptDelivery({ leaseId, token, passId: data.passId });
      return { passId: data.passId, duplicate: await appendOnce(store, data) };
    });
  };
}

function isCompleted(event: DomainEvent): event is DomainEvent<'AnalysisCompleted'> {
  return event.type === 'AnalysisCompleted';
}

/** Appends the pass where the request waits for one; true where it lies there already. */
function appendOnce(store: EventStore, data: AnalysisCompleted): Promise<boolean> {
  const stream = streamId('analysis', data.requestId);
  return store.transaction([stream], async (tx) => {
    const before = (await store.readStream(tx, stream)).map(({ event }) => event).filter(isCompleted);
    const events = result.decide(data, fold(result, before));
    if (events.length === 0) return true;
    await store.append(tx, [{ stream, expectedVersion: 0, events }]);
    return false;
  });
}
