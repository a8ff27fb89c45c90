export interface Received {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** A reader of server-sent events that shows every field, unlike a browser's. */
export class EventSourceReader {
  readonly received: Received[] = [];
  /** The last `id` field that came, with or without an event. */
  lastId = '';
  comments = 0;
  ended = false;
  private readonly abort = new AbortController();
  private waiting: (() => void)[] = [];

  private constructor(readonly response: Response) {}

  static async open(url: string, lastEventId?: string): Promise<EventSourceReader> {
    const abort = new AbortController();
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    const response = await fetch(url, { headers, signal: abort.signal });
    const reader = new EventSourceReader(response);
    reader.abort.signal.addEventListener('abort', () => abort.abort());
    void reader.read();
    await reader.until(() => reader.lastId !== '' || reader.ended);
    return reader;
  }

  close(): void {
    this.abort.abort();
  }

  async until(reached: () => boolean): Promise<void> {
    while (!reached()) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private async read(): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const bytes of this.response.body as unknown as AsyncIterable<Uint8Array>) {
        text += decoder.decode(bytes, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.take(block);
        this.wake();
      }
    } catch {
      // Cut off, by the server or by `close`.
    }
    this.ended = true;
    this.wake();
  }

  private take(block: string): void {
    if (block.startsWith(':')) this.comments += 1;
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
    this.lastId = field('id') || this.lastId;
    const data = field('data');
    if (data !== '') this.received.push({ id: field('id'), event: field('event'), data: JSON.parse(data) });
  }

  private wake(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }
}
