import {
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerUnaryCall,
  Metadata,
} from '@grpc/grpc-js';
import { workerApi } from '@atomicdb/rpc';

type Incoming = NonNullable<workerApi.WorkRequest['message']>;
type Outgoing = NonNullable<workerApi.WorkResponse['message']>;
type Call = ServerDuplexStream<workerApi.WorkRequest, workerApi.WorkResponse>;

const patienceMs = 60_000;

export async function until(isTrue: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A real gRPC server that speaks the protocol as the test tells it to. */
export class TestGateway {
  private readonly server = new Server();
  readonly registered: workerApi.RegisterRequest[] = [];
  /** Messages of all streams in the order of their arrival. */
  readonly received: Incoming[] = [];
  /** Streams that were let in; the last one is open. */
  readonly streams: Call[] = [];
  session = 1;
  port = 0;

  async start(): Promise<this> {
    this.server.addService(workerApi.WorkerServiceService, {
      register: (
        { request }: ServerUnaryCall<workerApi.RegisterRequest, workerApi.RegisterResponse>,
        done: sendUnaryData<workerApi.RegisterResponse>,
      ) => this.register(request, done),
      work: (call: Call) => this.work(call),
    });
    this.port = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
        error ? reject(error) : resolve(port),
      );
    });
    return this;
  }

  stop(): void {
    this.server.forceShutdown();
  }

  send(message: Outgoing): void {
    this.streams.at(-1)?.write({ message });
  }

  /** Cuts the open stream off, as a dying gateway does. */
  cut(code: status = status.UNAVAILABLE): void {
    this.streams.at(-1)?.emit('error', Object.assign(new Error('cut'), { code, details: 'cut' }));
  }

  assign(leaseId: string, change: Partial<workerApi.Assignment> = {}): void {
    const assignment = {
      leaseId,
      token: `secret-of-${leaseId}`,
      variant: 'atomic',
      fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      nodes: 5_000,
      multipv: 5,
      beatMs: 100,
      expectedSeconds: 1,
      ...change,
    };
    this.send({ $case: 'assignment', assignment });
  }

  accept(leaseId: string): void {
    this.send({ $case: 'accepted', accepted: { leaseId, passId: `pass-of-${leaseId}`, duplicate: false } });
  }

  /** Takes the next message of one kind out of those received. */
  async next<K extends Incoming['$case']>(kind: K): Promise<Extract<Incoming, { $case: K }>> {
    const find = () => this.received.findIndex((message) => message.$case === kind);
    await until(() => find() >= 0, kind);
    const [message] = this.received.splice(find(), 1);
    return message as Extract<Incoming, { $case: K }>;
  }

  private register(
    request: workerApi.RegisterRequest,
    done: sendUnaryData<workerApi.RegisterResponse>,
  ): void {
    this.registered.push(request);
    if (request.password === 'secret') done(null, { sessionId: String(this.session), token: 'token' });
    else done({ code: status.UNAUTHENTICATED, details: 'The password is wrong.' });
  }

  private work(call: Call): void {
    if (call.metadata.get('session-id')[0] !== String(this.session)) {
      const refusal = { code: status.UNAUTHENTICATED, details: 'Sign in again.' };
      return void call.emit('error', Object.assign(new Error('session'), refusal));
    }
    call.sendMetadata(new Metadata());
    this.streams.push(call);
    call.on('data', ({ message }: workerApi.WorkRequest) => message && this.received.push(message));
    call.on('end', () => call.end());
  }
}
