import { openableWalk, parsePosition, parseVariant, verdict, type ChessPosition } from '@atomicdb/chess';
import { Rejected, type RejectionCode } from '@atomicdb/decider';
import {
  AccountsServiceService,
  AnalysesServiceService,
  AttributionServiceService,
  BackingServiceService,
  LocalPeers,
  PositionsServiceService,
  QueueServiceService,
  type AskRequest,
  type AskResponse,
  type EnsureRequest,
  type GetBoardsResponse,
  type GetOrderResponse,
  type GetPassesResponse,
  type GetRowResponse,
  type ListOwnResponse,
  type OfPositionResponse,
  type StoredPosition,
  type WalkRequest,
  type WalkResponse,
  type WithdrawRequest,
} from '@atomicdb/rpc';

export const ada = { accountId: 'a-ada', name: 'Ada', operator: false };
export const boss = { accountId: 'a-boss', name: 'boss', operator: true };
export const rightPassword = 'correct horse';

export const emptyRow: GetRowResponse = {
  known: false,
  legal: 0,
  headline: undefined,
  moves: [],
  searched: 0,
  seeded: 0,
  queued: 0,
};

function parse({ variant, fen }: EnsureRequest): ChessPosition {
  const name = parseVariant(variant);
  const position = name.ok ? parsePosition(name.value, fen) : name;
  if (position.ok) return position.value;
  const { code, message } = position.error;
  throw new Rejected(code as RejectionCode, message, name.ok ? 'fen' : 'variant');
}

function toStored(position: ChessPosition): StoredPosition {
  const closure = verdict(position);
  const { id, variant: of, fen: canonical, legal } = position;
  const closed = {
    status: closure?.status ?? '',
    gate: closure?.gate ?? '',
    plies: closure?.plies ?? undefined,
  };
  return { position: id, variant: of, fen: canonical, legal, ...closed };
}

/** The services behind the gateway, each with answers that a test sets and the calls it got. */
export class ScriptedPeers {
  readonly peers = new LocalPeers();
  readonly tree = new Set<string>();
  readonly asked: AskRequest[] = [];
  readonly walked: WalkRequest[] = [];
  readonly withdrawn: WithdrawRequest[] = [];
  readonly checked: string[] = [];
  readonly headlinesAsked: string[][] = [];
  rows = new Map<string, GetRowResponse>();
  passes: GetPassesResponse = { passes: [] };
  ofPosition: OfPositionResponse = { requests: [], nextBudgetNodes: 256_000 };
  askAnswer: () => AskResponse = () => {
    throw new Error('no answer of the queue was set');
  };
  withdrawAnswer: () => string = () => 'cancelled';
  own: ListOwnResponse = { requests: [], pending: 0, cap: 5_000 };
  order: GetOrderResponse = {
    rows: [],
    clock: '0',
    waitingRequests: 0,
    waitingNodes: 0,
    running: 0,
    ladder: [256_000, 1_024_000],
  };
  boards: GetBoardsResponse = { boards: [] };
  /** Names of services that do not answer. */
  readonly down = new Set<string>();

  constructor() {
    this.servePositions();
    this.serveQueue();
    this.serveAccounts();
    this.serveReaders();
  }

  private answer<T>(service: string, answer: () => T): Promise<T> {
    if (this.down.has(service)) return Promise.reject(new Error(`${service} is down: secret detail`));
    return new Promise((resolve) => resolve(answer()));
  }

  private servePositions(): void {
    this.peers.serve('positions', PositionsServiceService, {
      ensure: (request) =>
        this.answer('positions', () => {
          const position = toStored(parse(request));
          return { position, seeded: this.add(position.position) };
        }),
      find: (request) =>
        this.answer('positions', () => {
          const position = toStored(parse(request));
          return { position, known: this.tree.has(position.position) };
        }),
      walk: (request) => this.answer('positions', () => this.walk(request)),
    });
  }

  private add(position: string): boolean {
    const isNew = !this.tree.has(position);
    this.tree.add(position);
    return isNew;
  }

  private walk(request: WalkRequest): WalkResponse {
    this.walked.push(request);
    const openable = openableWalk(parse(request), request.moves);
    if (!openable.ok) throw new Rejected(openable.error.code as RejectionCode, openable.error.message);
    const { walk, lastPly } = openable.value;
    const plies = walk.positions.slice(0, lastPly + 1).map((position, ply) => {
      const seeded = this.add(position.id);
      return {
        position: toStored(position),
        uci: walk.plies[ply]?.uci ?? '',
        seeded,
        opened: seeded && ply > 0,
      };
    });
    return { plies, crossingPly: walk.crossingPly ?? undefined };
  }

  private serveQueue(): void {
    const unused = () => Promise.reject(new Error('no door leads here'));
    this.peers.serve('queue', QueueServiceService, {
      ask: (request) =>
        this.answer('queue', () => {
          this.asked.push(request);
          return this.askAnswer();
        }),
      withdraw: (request) =>
        this.answer('queue', () => {
          this.withdrawn.push(request);
          return { result: this.withdrawAnswer() };
        }),
      listOwn: () => this.answer('queue', () => this.own),
      ofPosition: () => this.answer('queue', () => this.ofPosition),
      getOrder: () => this.answer('queue', () => this.order),
      lease: unused,
      beat: unused,
      release: unused,
      acceptDelivery: unused,
      getLease: unused,
    });
  }

  private serveAccounts(): void {
    const accounts = [ada, boss];
    const unused = () => Promise.reject(new Error('no door leads here'));
    this.peers.serve('accounts', AccountsServiceService, {
      checkPassword: ({ name, password }) =>
        this.answer('accounts', () => {
          this.checked.push(name);
          const account = accounts.find((one) => one.name === name);
          if (!account || password !== rightPassword)
            throw new Rejected('wrong-password', 'They do not fit.');
          return { account };
        }),
      registerAccount: ({ name }) =>
        this.answer('accounts', () => {
          if (name === ada.name) throw new Rejected('name-taken', 'Choose another one.', 'username');
          return { account: { accountId: `a-${name}`, name, operator: false } };
        }),
      getNames: ({ accountIds }) =>
        this.answer('accounts', () => ({
          accounts: accounts.filter(({ accountId }) => accountIds.includes(accountId)),
        })),
      ensureAccount: unused,
      openWorkerSession: unused,
      checkWorkerSession: unused,
    });
  }

  private serveReaders(): void {
    this.peers.serve('backing', BackingServiceService, {
      getRow: ({ position }) => this.answer('backing', () => this.rows.get(position) ?? emptyRow),
      getHeadlines: ({ positions }) => {
        this.headlinesAsked.push(positions);
        const headlines = positions.flatMap((position) => {
          const row = this.rows.get(position);
          return row ? [{ position, headline: row.headline }] : [];
        });
        return this.answer('backing', () => ({ headlines }));
      },
    });
    this.peers.serve('analyses', AnalysesServiceService, {
      getPasses: () => this.answer('analyses', () => this.passes),
      deliver: () => Promise.reject(new Error('no door leads here')),
    });
    this.peers.serve('attribution', AttributionServiceService, {
      getBoards: () => this.answer('attribution', () => this.boards),
    });
  }
}
