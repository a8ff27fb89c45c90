import type { Api, ApiDefinition } from './api';

/** Services that offer an internal API. */
export type PeerName = 'positions' | 'analyses' | 'queue' | 'attribution' | 'backing' | 'accounts';

/** Calls between services: in process through the message's bytes, or over gRPC. */
export interface Peers {
  /** Offers an API to the others. */
  serve<D extends ApiDefinition>(name: PeerName, definition: D, api: Api<D>): void;
  /** The API of another service; a call fails with Rejected (a rule) or Unavailable (no answer in time). */
  client<D extends ApiDefinition>(name: PeerName, definition: D): Api<D>;
  start(): Promise<void>;
  /** Takes no more calls and finishes those under way; the own calls still go out. */
  stopServing(): Promise<void>;
  /** Ends the own calls; the last step. */
  close(): void;
}

/** How long a call waits for its answer. */
export const defaultDeadlineMs = 10_000;

/** The other service did not answer in time. */
export class Unavailable extends Error {
  constructor(
    readonly peer: PeerName,
    cause: unknown,
  ) {
    super(`${peer} does not answer: ${String(cause)}`);
    this.name = 'Unavailable';
  }
}
