import { credentials, Metadata, type ClientDuplexStream, type ServiceError } from '@grpc/grpc-js';
import { workerApi } from '@atomicdb/rpc';

type Incoming = NonNullable<workerApi.WorkResponse['message']>;
type Outgoing = NonNullable<workerApi.WorkRequest['message']>;
type Call = ClientDuplexStream<workerApi.WorkRequest, workerApi.WorkResponse>;

const patienceMs = 10_000;

export async function until(isTrue: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** One Work stream as a client of the protocol sees it. */
export class TestStream {
  readonly received: Incoming[] = [];
  /** Status the stream ended with; null while it is open. */
  status: { code: number; details: string } | null = null;

  constructor(readonly call: Call) {
    call.on('data', ({ message }: workerApi.WorkResponse) => message && this.received.push(message));
    call.on('error', () => undefined);
    call.on('status', (status: { code: number; details: string }) => {
      this.status = status;
    });
  }

  send(message: Outgoing): void {
    this.call.write({ message });
  }

  ready(slots: number): void {
    this.send({ $case: 'ready', ready: { slots, variants: ['atomic'], maxRung: 0 } });
  }

  async next<K extends Incoming['$case']>(kind: K): Promise<Extract<Incoming, { $case: K }>> {
    const find = () => this.received.findIndex((message) => message.$case === kind);
    await until(() => find() >= 0, kind);
    const [message] = this.received.splice(find(), 1);
    return message as Extract<Incoming, { $case: K }>;
  }

  async end(): Promise<{ code: number; details: string }> {
    await until(() => this.status !== null, 'the end of the stream');
    return this.status ?? { code: -1, details: '' };
  }
}

export class TestWorker {
  readonly client: workerApi.WorkerServiceClient;
  private readonly calls: Call[] = [];

  constructor(port: number) {
    this.client = new workerApi.WorkerServiceClient(`127.0.0.1:${port}`, credentials.createInsecure());
  }

  register(change: Partial<workerApi.RegisterRequest> = {}): Promise<workerApi.RegisterResponse> {
    const request = {
      username: 'alice',
      password: 'secret',
      machine: 'laptop',
      threads: 1,
      engines: [],
      clientVersion: '0.1.0',
      ...change,
    };
    return new Promise((resolve, reject) => {
      this.client.register(request, (error: ServiceError | null, response) =>
        error ? reject(error) : resolve(response),
      );
    });
  }

  work(session: Partial<workerApi.RegisterResponse> = {}): TestStream {
    const metadata = new Metadata();
    metadata.set('session-id', session.sessionId ?? 'session-1');
    metadata.set('session-token', session.token ?? 'token-1');
    const call = this.client.work(metadata);
    this.calls.push(call);
    return new TestStream(call);
  }

  /** A stream of this connection that sends bytes of any kind. */
  workRaw(): ClientDuplexStream<Buffer, workerApi.WorkResponse> {
    const { path, responseDeserialize } = workerApi.WorkerServiceService.work;
    const metadata = new Metadata();
    metadata.set('session-id', 'session-1');
    metadata.set('session-token', 'token-1');
    return this.client.makeBidiStreamRequest(path, (bytes: Buffer) => bytes, responseDeserialize, metadata);
  }

  close(): void {
    for (const call of this.calls) call.cancel();
    this.client.close();
  }
}

/** A result as a worker sends it: a mate in one and a line in centipawns. */
export function completeOf(leaseId: string, change: Partial<workerApi.Complete> = {}): workerApi.Complete {
  return {
    leaseId,
    token: `secret-of-${leaseId}`,
    nodes: 256_010,
    lines: [
      { rank: 1, mate: 1, pv: ['g5f7'], depth: 12, seldepth: 14 },
      { rank: 2, cp: 51, pv: ['d2d4', 'f7f6'], depth: 12, seldepth: 18 },
    ],
    engine: { name: 'Fairy-Stockfish', version: '14', variants: [], nodesPerSecond: 0 },
    engineBuild: 'build-1',
    netHash: '',
    threads: 1,
    hashMb: 64,
    elapsedMs: 1_000,
    ...change,
  };
}
