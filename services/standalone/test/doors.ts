import type { Boards, OwnQueue, PositionRow, RequestAnswer } from '@atomicdb/rest';
import { eventually } from '@atomicdb/testing';
import type { Product } from './product';

export const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
/** White explodes the king with g5f7. */
export const mateFen = 'rnbqkbnr/1ppppppp/8/p5N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 3';

export interface Answer<Body> {
  readonly status: number;
  readonly type: string;
  readonly body: Body;
}

async function toAnswer<Body>(response: Response): Promise<Answer<Body>> {
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  return { status: response.status, type, body: (await response.json()) as Body };
}

/** The REST doors as a script uses them. */
export class Doors {
  constructor(private readonly product: Product) {}

  async get<Body>(path: string): Promise<Answer<Body>> {
    return toAnswer<Body>(await fetch(this.product.door(path)));
  }

  async post<Body>(path: string, fields: Record<string, string>): Promise<Answer<Body>> {
    return toAnswer<Body>(
      await fetch(this.product.door(path), { method: 'POST', body: new URLSearchParams(fields) }),
    );
  }

  register(username: string, password: string): Promise<Answer<unknown>> {
    return this.post('api/register', { username, password });
  }

  ask(fen: string, more: Record<string, string> = {}): Promise<Answer<RequestAnswer>> {
    return this.post('api/request', { fen, ...more });
  }

  query(fen: string, variant = 'atomic'): Promise<Answer<PositionRow>> {
    return this.get(`api/query?${new URLSearchParams({ fen, variant }).toString()}`);
  }

  boards(): Promise<Answer<Boards>> {
    return this.get('api/boards');
  }

  ownQueue(username: string, password: string): Promise<Answer<OwnQueue>> {
    return this.post('api/my-queue/', { username, password });
  }

  /** The row of a position once it satisfies the check; the check throws or gives false until then. */
  rowWhen(fen: string, check: (row: PositionRow) => boolean, timeoutMs = 90_000): Promise<PositionRow> {
    return eventually(
      async () => {
        const { status, body } = await this.query(fen);
        if (status !== 200 || !check(body)) throw new Error(`not yet: ${JSON.stringify(body).slice(0, 600)}`);
        return body;
      },
      { timeoutMs },
    );
  }
}
