import type { workerApi } from '@atomicdb/rpc';
import type { ServerDuplexStream, ServiceError } from '@grpc/grpc-js';
import type { Outgoing, StreamOut } from '../../application/worker-stream';
import { statusOf } from './grpc-status';

export type WorkCall = ServerDuplexStream<workerApi.WorkRequest, workerApi.WorkResponse>;

/** The sending side of one call; after its end nothing is written any more. */
export class CallOut implements StreamOut {
  private isOver = false;

  constructor(private readonly call: WorkCall) {}

  send(message: Outgoing): void {
    if (!this.isOver && !this.call.cancelled) this.call.write({ message });
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.call.end();
  }

  fail(code: Parameters<StreamOut['fail']>[0], sentence: string): void {
    this.failWith(statusOf(code, sentence, code));
  }

  failWith(error: ServiceError): void {
    if (this.isOver) return;
    this.isOver = true;
    this.call.emit('error', error);
  }
}

/** Calls back once, whichever way the call ends: half-closed, cancelled, cut off or ended from here. */
export function onCallEnd(call: WorkCall, ended: () => void): void {
  let isEnded = false;
  const once = () => {
    if (!isEnded) ended();
    isEnded = true;
  };
  for (const event of ['end', 'cancelled', 'close', 'error', 'finish']) call.on(event, once);
}
