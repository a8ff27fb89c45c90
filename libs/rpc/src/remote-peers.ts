import {
  Client,
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  status,
  type handleUnaryCall,
  type MethodDefinition as GrpcMethod,
  type ServiceDefinition,
  type ServiceError,
} from '@grpc/grpc-js';
import { isRejected, Rejected, rejectionStatus, type RejectionCode } from '@atomicdb/decider';
import type { Api, ApiDefinition } from './api';
import { defaultDeadlineMs, type PeerName, type Peers, Unavailable } from './peers';

const rejectionKey = 'rejection-bin';

interface WireRejection {
  code: RejectionCode;
  message: string;
  field?: string;
  receipt?: string;
}

function toServiceError(error: unknown): Partial<ServiceError> {
  if (!isRejected(error)) return { code: status.INTERNAL, details: 'internal error' };
  const metadata = new Metadata();
  const wire: WireRejection = {
    code: error.code,
    message: error.message,
    ...(error.field ? { field: error.field } : {}),
    ...(error.receipt ? { receipt: error.receipt } : {}),
  };
  metadata.set(rejectionKey, Buffer.from(JSON.stringify(wire)));
  const code = status[rejectionStatus(error.code).grpc as keyof typeof status];
  return { code, details: error.code, metadata };
}

function fromServiceError(peer: PeerName, error: ServiceError): Error {
  const [bytes] = error.metadata?.get(rejectionKey) ?? [];
  if (!bytes) return new Unavailable(peer, error.message);
  const wire = JSON.parse(bytes.toString()) as WireRejection;
  return new Rejected(wire.code, wire.message, wire.field, wire.receipt);
}

/** Calls between processes over gRPC, each with a deadline. */
export class RemotePeers implements Peers {
  private readonly server = new Server();
  private readonly clients = new Map<PeerName, Client>();
  private served = false;

  /**
   * @param listen host:port of the own API
   * @param addresses host:port of each other service
   * @param onFailure told of every call that failed for another reason than a rule
   * @param deadlineMs how long an own call waits for its answer
   */
  constructor(
    private readonly listen: string,
    private readonly addresses: Partial<Record<PeerName, string>>,
    private readonly onFailure: (error: unknown) => void = () => undefined,
    private readonly deadlineMs = defaultDeadlineMs,
  ) {}

  serve<D extends ApiDefinition>(_name: PeerName, definition: D, api: Api<D>): void {
    const handlers = Object.entries(api).map(([method, call]) => [
      method,
      this.handler(call as (request: unknown) => Promise<unknown>),
    ]);
    this.server.addService(
      definition as unknown as ServiceDefinition,
      Object.fromEntries(handlers) as Record<string, handleUnaryCall<unknown, unknown>>,
    );
    this.served = true;
  }

  client<D extends ApiDefinition>(name: PeerName, definition: D): Api<D> {
    const calls = Object.entries(definition).map(([method, shape]) => [
      method,
      (request: unknown) => this.call(name, shape as GrpcMethod<unknown, unknown>, request),
    ]);
    return Object.fromEntries(calls) as Api<D>;
  }

  start(): Promise<void> {
    if (!this.served) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.server.bindAsync(this.listen, ServerCredentials.createInsecure(), (error) => {
        if (error) reject(new Error(`cannot listen on ${this.listen}: ${error.message}`));
        else resolve();
      });
    });
  }

  close(): void {
    for (const client of this.clients.values()) client.close();
  }

  stopServing(): Promise<void> {
    return new Promise((resolve) => {
      const force = setTimeout(() => this.server.forceShutdown(), 5_000);
      this.server.tryShutdown(() => {
        clearTimeout(force);
        resolve();
      });
    });
  }

  private handler(call: (request: unknown) => Promise<unknown>): handleUnaryCall<unknown, unknown> {
    return ({ request }, done) => {
      call(request).then(
        (response) => done(null, response),
        (error: unknown) => {
          if (!isRejected(error)) this.onFailure(error);
          done(toServiceError(error), null);
        },
      );
    };
  }

  private connection(name: PeerName): Client {
    const known = this.clients.get(name);
    if (known) return known;
    const address = this.addresses[name];
    if (!address) throw new Unavailable(name, 'no address is configured');
    const client = new Client(address, credentials.createInsecure());
    this.clients.set(name, client);
    return client;
  }

  private call(name: PeerName, shape: GrpcMethod<unknown, unknown>, request: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.connection(name).makeUnaryRequest(
        shape.path,
        shape.requestSerialize,
        shape.responseDeserialize,
        request,
        { deadline: Date.now() + this.deadlineMs },
        (error, response) => {
          if (error) reject(fromServiceError(name, error));
          else resolve(response);
        },
      );
    });
  }
}
