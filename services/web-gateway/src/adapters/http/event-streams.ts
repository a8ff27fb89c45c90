import type { Request, Response } from 'express';
import type { HintLog, LoggedHint } from '../../application/hint-log';
import { DoorFault } from './door-fault';

export interface StreamLimits {
  readonly clients: number;
  /** Bytes that may wait for a slow client from one heartbeat to the next; beyond them it is cut off and comes back. */
  readonly waitingBytes: number;
  /** Bytes that may wait for a moment: a client that comes back may have missed the whole log. */
  readonly burstBytes: number;
  readonly heartbeatMs: number;
}

const defaults: StreamLimits = {
  clients: 5_000,
  waitingBytes: 262_144,
  burstBytes: 4_194_304,
  heartbeatMs: 15_000,
};
const reconnectMs = 2_000;

function frame({ id, hint }: LoggedHint): string {
  return `id: ${id}\nevent: ${hint.name}\ndata: ${JSON.stringify(hint.data)}\n\n`;
}

/** The server-sent events of this process: one log, many readers. */
export class EventStreams {
  private readonly clients = new Set<Response>();
  private readonly heartbeat: NodeJS.Timeout;

  constructor(
    private readonly log: HintLog,
    private readonly limits: StreamLimits = defaults,
  ) {
    log.listen((logged) => this.toAll(frame(logged)));
    this.heartbeat = setInterval(() => this.beat(), limits.heartbeatMs);
    this.heartbeat.unref();
  }

  /** Clients that listen now. */
  get size(): number {
    return this.clients.size;
  }

  /** Answers with a stream: what was missed, or one `reset` where that is not known, then every hint. */
  open(request: Request, response: Response): void {
    if (this.clients.size >= this.limits.clients) {
      throw new DoorFault(
        'too-many-streams',
        'No more streams are kept open: read the doors every few seconds.',
      );
    }
    response.status(200).set({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.write(`retry: ${reconnectMs}\n\n${this.greeting(request.headers['last-event-id'])}`);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    this.clients.add(response);
    response.on('close', () => this.clients.delete(response));
  }

  /** Ends every stream; the clients come back to whoever answers then. */
  close(): void {
    clearInterval(this.heartbeat);
    for (const client of this.clients) client.end();
    this.clients.clear();
  }

  private greeting(lastId: string | string[] | undefined): string {
    const here = `id: ${this.log.lastId}\n`;
    if (typeof lastId !== 'string' || lastId === '') return `${here}\n`;
    const missed = this.log.after(lastId);
    return missed ? missed.map(frame).join('') : `${here}event: reset\ndata: {}\n\n`;
  }

  private beat(): void {
    this.cutOff(this.limits.waitingBytes);
    this.toAll(': \n\n');
  }

  private toAll(text: string): void {
    for (const client of this.clients) client.write(text);
    this.cutOff(this.limits.burstBytes);
  }

  private cutOff(most: number): void {
    for (const client of this.clients) {
      if (client.writableLength <= most) continue;
      this.clients.delete(client);
      client.destroy();
    }
  }
}
