import { workerApi } from '@atomicdb/rpc';
import { credentials, Metadata, type ServiceError, status, type StatusObject } from '@grpc/grpc-js';

export type Incoming = NonNullable<workerApi.WorkResponse['message']>;
export type Outgoing = NonNullable<workerApi.WorkRequest['message']>;

/**
 * The door did not let us in or closed. `refused`: coming back changes nothing; `signed-out`: with a new session;
 * `later`: with the same one.
 */
export class DoorClosed extends Error {
  constructor(
    readonly kind: 'refused' | 'signed-out' | 'later',
    message: string,
  ) {
    super(message);
    this.name = 'DoorClosed';
  }
}

export interface WorkStream {
  send(message: Outgoing): void;
  /** Ends the own side; the stream is over when `ended` resolves. */
  end(): void;
  /** Never rejects; null after an orderly end. */
  readonly ended: Promise<DoorClosed | null>;
}

export interface StreamEvents {
  /** The session was accepted: from here on messages arrive. */
  opened(): void;
  received(message: Incoming): void;
}

const registerMs = 30_000;
const openMs = 30_000;
/** For the other side to end a stream that this one has ended. */
const endMs = 3_000;
const loopback = /^(localhost|127(\.\d+){3}|\[::1\]):\d+$/;

const channelOptions = {
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 10_000,
  // The pauses between attempts are the worker's own.
  'grpc.initial_reconnect_backoff_ms': 500,
  'grpc.max_reconnect_backoff_ms': 5_000,
};

const refusals: ReadonlySet<status> = new Set([status.PERMISSION_DENIED, status.FAILED_PRECONDITION]);
const registerRefusals: ReadonlySet<status> = new Set([status.UNAUTHENTICATED, status.INVALID_ARGUMENT]);

function registerFailure({ code, details }: ServiceError): DoorClosed {
  const isFinal = refusals.has(code) || registerRefusals.has(code);
  return new DoorClosed(isFinal ? 'refused' : 'later', details);
}

function streamFailure({ code, details }: StatusObject): DoorClosed | null {
  if (code === status.OK) return null;
  if (code === status.UNAUTHENTICATED) return new DoorClosed('signed-out', details);
  return new DoorClosed(refusals.has(code) ? 'refused' : 'later', details);
}

/** The gateway as this worker reaches it. */
export class Door {
  private readonly client: workerApi.WorkerServiceClient;

  /**
   * @param server host:port
   * @param isInsecure no TLS; a loopback address never has it. Source: workers.md, "The reference worker"
   */
  constructor(server: string, isInsecure: boolean) {
    const plain = isInsecure || loopback.test(server);
    const channel = plain ? credentials.createInsecure() : credentials.createSsl();
    this.client = new workerApi.WorkerServiceClient(server, channel, channelOptions);
  }

  /** Opens a session; rejects with DoorClosed. */
  register(request: workerApi.RegisterRequest): Promise<workerApi.RegisterResponse> {
    const deadline = Date.now() + registerMs;
    return new Promise((resolve, reject) => {
      this.client.register(request, new Metadata(), { deadline }, (error, response) =>
        error ? reject(registerFailure(error)) : resolve(response),
      );
    });
  }

  work(session: workerApi.RegisterResponse, events: StreamEvents): WorkStream {
    const metadata = new Metadata();
    metadata.set('session-id', session.sessionId);
    metadata.set('session-token', session.token);
    const call = this.client.work(metadata);
    const tooLate = setTimeout(() => call.cancel(), openMs);
    call.on('metadata', () => {
      clearTimeout(tooLate);
      events.opened();
    });
    call.on('data', ({ message }: workerApi.WorkResponse) => message && events.received(message));
    // The status says what the error says.
    call.on('error', () => undefined);
    const ended = new Promise<DoorClosed | null>((resolve) => {
      call.on('status', (end: StatusObject) => {
        clearTimeout(tooLate);
        resolve(streamFailure(end));
      });
    });
    const end = () => {
      call.end();
      setTimeout(() => call.cancel(), endMs).unref();
    };
    return { send: (message) => void call.write({ message }), end, ended };
  }

  close(): void {
    this.client.close();
  }
}
