import { setTimeout as sleep } from 'node:timers/promises';
import { isRejected } from '@atomicdb/decider';
import type { Api, ApiDefinition, MethodDefinition } from './api';
import { defaultDeadlineMs, type PeerName, type Peers, Unavailable } from './peers';

type AnyMethod = MethodDefinition<unknown, unknown>;
type AnyCall = (request: unknown) => Promise<unknown>;

/** Calls inside one process. Each message goes through its bytes, so both forms carry exactly the same. */
export class LocalPeers implements Peers {
  private readonly apis = new Map<PeerName, Record<string, AnyCall>>();

  /** @param deadlineMs how long a call waits for its answer */
  constructor(private readonly deadlineMs = defaultDeadlineMs) {}

  serve<D extends ApiDefinition>(name: PeerName, _definition: D, api: Api<D>): void {
    this.apis.set(name, api as Record<string, AnyCall>);
  }

  client<D extends ApiDefinition>(name: PeerName, definition: D): Api<D> {
    const calls = Object.entries(definition).map(([method, shape]) => [
      method,
      (request: unknown) => this.call(name, method, shape as AnyMethod, request),
    ]);
    return Object.fromEntries(calls) as Api<D>;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  stopServing(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    this.apis.clear();
  }

  private async call(name: PeerName, method: string, shape: AnyMethod, request: unknown): Promise<unknown> {
    const call = this.apis.get(name)?.[method];
    if (!call) throw new Unavailable(name, `${method} is not served in this process`);
    const sent = shape.requestDeserialize(shape.requestSerialize(request));
    try {
      return shape.responseDeserialize(shape.responseSerialize(await this.inTime(call(sent))));
    } catch (error) {
      if (isRejected(error)) throw error;
      throw new Unavailable(name, error);
    }
  }

  private async inTime<T>(answer: Promise<T>): Promise<T> {
    const answered = new AbortController();
    const late = async (): Promise<never> => {
      await sleep(this.deadlineMs, undefined, { signal: answered.signal });
      throw new Error(`no answer within ${this.deadlineMs} ms`);
    };
    try {
      return await Promise.race([answer, late()]);
    } finally {
      answered.abort();
    }
  }
}
