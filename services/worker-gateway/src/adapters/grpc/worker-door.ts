import { addressOf } from '@atomicdb/config';
import { workerApi } from '@atomicdb/rpc';
import { Metadata, type sendUnaryData, Server, ServerCredentials, type ServerUnaryCall } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { GatewayPeers, Worker } from '../../application/peers';
import { register } from '../../application/register';
import { type GatewayFloor, WorkerStream } from '../../application/worker-stream';
import { makeReflection } from './describe';
import { explainRefusals } from './explain-refusals';
import { toStatus } from './grpc-status';
import { CallOut, onCallEnd, type WorkCall } from './work-call';

export interface DoorOptions {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** A stream is asked to come back after this time, so that load spreads over new replicas. */
  readonly maxStreamAgeMs: number;
  /** Between the drain message and the end of a stream. */
  readonly drainMs: number;
}

const messageLimit = 256 * 1024;
const serviceName = 'atomicdb.worker.v1.WorkerService';
const reconnectSpreadMs = 2_000;

const serverOptions = {
  'grpc.max_receive_message_length': messageLimit,
  'grpc.max_send_message_length': messageLimit,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 10_000,
  'grpc.keepalive_permit_without_calls': 1,
  interceptors: [explainRefusals],
};

interface OpenStream {
  readonly stream: WorkerStream;
  readonly out: CallOut;
}

/** The gRPC server that workers come to: the worker API, health and reflection. */
export class WorkerDoor {
  private readonly server = new Server(serverOptions);
  private readonly health = new HealthImplementation({ '': 'NOT_SERVING', [serviceName]: 'NOT_SERVING' });
  private readonly open = new Set<OpenStream>();

  constructor(
    private readonly accounts: GatewayPeers['accounts'],
    private readonly floor: GatewayFloor,
    private readonly options: DoorOptions,
  ) {
    this.server.addService(workerApi.WorkerServiceService, {
      register: (
        call: ServerUnaryCall<workerApi.RegisterRequest, workerApi.RegisterResponse>,
        done: sendUnaryData<workerApi.RegisterResponse>,
      ) => this.register(call.request, done),
      work: (call: WorkCall) => void this.work(call),
    });
    this.health.addToServer(this.server);
    makeReflection().addToServer(this.server);
  }

  /** Opens the door; gives its port. */
  async listen(): Promise<number> {
    const address = addressOf(this.options.host, this.options.port);
    const port = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync(address, ServerCredentials.createInsecure(), (error, bound) => {
        if (error) reject(cannotListen(address, error));
        else resolve(bound);
      });
    });
    this.setHealth('SERVING');
    return port;
  }

  /** Tells every worker to come back, gives the streams a moment to end, and closes. */
  async close(): Promise<void> {
    this.setHealth('NOT_SERVING');
    for (const one of this.open) this.drain(one);
    const closed = new Promise<void>((resolve) => this.server.tryShutdown(() => resolve()));
    const force = setTimeout(() => this.server.forceShutdown(), this.options.drainMs + 1_000);
    await closed;
    clearTimeout(force);
    await this.floor.beats.flush();
  }

  private setHealth(state: 'SERVING' | 'NOT_SERVING'): void {
    for (const name of ['', serviceName]) this.health.setStatus(name, state);
  }

  private register(
    request: workerApi.RegisterRequest,
    done: sendUnaryData<workerApi.RegisterResponse>,
  ): void {
    register(this.accounts, request).then(
      (response) => done(null, response),
      (error: unknown) => done(toStatus(error)),
    );
  }

  private async work(call: WorkCall): Promise<void> {
    const out = new CallOut(call);
    try {
      const worker = await this.authenticate(call);
      if (!call.cancelled) this.start(call, out, worker);
    } catch (error) {
      out.failWith(toStatus(error));
    }
  }

  private async authenticate({ metadata }: WorkCall): Promise<Worker> {
    const text = (key: string) => String(metadata.get(key)[0] ?? '');
    const sessionId = text('session-id');
    const answer = await this.accounts.checkWorkerSession({ sessionId, token: text('session-token') });
    const { accountId = '', name = '' } = answer.account ?? {};
    return { sessionId, accountId, accountName: name, machine: answer.machine };
  }

  private start(call: WorkCall, out: CallOut, worker: Worker): void {
    const stream = new WorkerStream(worker, out, this.floor);
    const one = { stream, out };
    const age = setTimeout(() => this.drain(one), this.options.maxStreamAgeMs * (0.9 + Math.random() * 0.2));
    age.unref();
    this.open.add(one);
    onCallEnd(call, () => {
      clearTimeout(age);
      this.open.delete(one);
      stream.closed();
      out.end();
    });
    // The headers tell the worker that it is let in; without them they would wait for the first message.
    call.sendMetadata(new Metadata());
    call.on('data', (message: workerApi.WorkRequest) => stream.receive(message));
  }

  private drain({ stream, out }: OpenStream): void {
    stream.drain(Math.round(Math.random() * reconnectSpreadMs));
    setTimeout(() => out.end(), this.options.drainMs).unref();
  }
}

/** With the code and the port where the port is taken, as Node's own servers have them. */
function cannotListen(address: string, { message }: Error): Error {
  const fault = new Error(`workers cannot be served on ${address}: ${message}`);
  const port = Number(address.split(':').at(-1));
  return message.includes('EADDRINUSE') ? Object.assign(fault, { code: 'EADDRINUSE', port }) : fault;
}
