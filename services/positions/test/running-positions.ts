import { EmbeddedBus } from '@atomicdb/bus';
import { Database, EventStore } from '@atomicdb/event-store';
import { LocalPeers, PositionsServiceService, type Api } from '@atomicdb/rpc';
import { ServiceHost } from '@atomicdb/service-process';
import { createLogger } from '@atomicdb/telemetry';
import { analysisOf, freshDatabase, type FreshDatabase } from '@atomicdb/testing';
import { PositionsModule } from '../src';

/** The service as it runs, on a database of its own, beside a store that announces analyses. */
export class RunningPositions {
  readonly errors: unknown[] = [];
  private host: ServiceHost | null = null;
  private peers = new LocalPeers();

  private constructor(
    private readonly fresh: FreshDatabase,
    private readonly analyses: EventStore,
    private readonly reader: Database,
  ) {}

  static async open(): Promise<RunningPositions> {
    const fresh = await freshDatabase(['positions', 'analyses'], () => Promise.resolve());
    const [analyses, reader] = await Promise.all([
      Database.open({ service: 'analyses', url: fresh.roleUrl('analyses') }),
      Database.open({ service: 'positions', url: fresh.roleUrl('positions') }),
    ]);
    await analyses.migrate();
    const running = new RunningPositions(fresh, new EventStore(analyses, 'analyses'), reader);
    await running.start();
    return running;
  }

  get api(): Api<typeof PositionsServiceService> {
    return this.peers.client('positions', PositionsServiceService);
  }

  async start(): Promise<void> {
    const bus = new EmbeddedBus((error) => this.errors.push(error));
    bus.publish(this.analyses);
    this.peers = new LocalPeers();
    const logger = createLogger('positions', 'fatal');
    const context = { databaseUrl: this.fresh.roleUrl, bus, peers: this.peers, logger };
    const modules = [PositionsModule.register(context)];
    this.host = await ServiceHost.start({ context, modules, http: { host: '127.0.0.1', port: 0 } });
  }

  async stop(): Promise<void> {
    await this.host?.stop();
    this.host = null;
  }

  async close(): Promise<void> {
    await this.stop();
    await Promise.all([this.analyses.database.close(), this.reader.close()]);
    await this.fresh.drop();
  }

  /** Takes out everything that was stored; the service keeps running and holds nothing in memory. */
  async empty(): Promise<void> {
    await this.analyses.database.query('empty-analyses', `truncate events`);
    await this.query('empty-graph', `truncate events, positions, moves, dead_letters`);
  }

  /** Announces a pass of a position with lines of these scores and moves. */
  async complete(
    requestId: string,
    position: string,
    lines: readonly { readonly cp: number; readonly pv: string[] }[],
  ): Promise<void> {
    const given = lines.map(({ cp, pv }) => [cp, pv.join(' ')] as const);
    const event = analysisOf({ id: requestId, lines: given }, { position });
    const stream = `analysis-${requestId}`;
    await this.analyses.transaction([stream], (tx) =>
      this.analyses.append(tx, [{ stream, expectedVersion: 0, events: [event] }]),
    );
  }

  query<Row extends object>(name: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.reader.query<Row>(name, text, values);
  }

  async count(
    table: 'events' | 'positions' | 'moves' | 'dead_letters' | 'consumer_progress',
  ): Promise<number> {
    const [row] = await this.query<{ n: number }>(
      `count-${table}`,
      `select count(*)::int as n from ${table}`,
    );
    return row?.n ?? 0;
  }

  /** Types of the events of one position, oldest first. */
  async typesOf(position: string): Promise<string[]> {
    const text = `select type from events where stream = $1 order by version`;
    const rows = await this.query<{ type: string }>('types-of', text, [`position-${position}`]);
    return rows.map(({ type }) => type);
  }

  /** What is stored and what was set aside. */
  async totals(): Promise<Record<'events' | 'positions' | 'moves' | 'setAside', number>> {
    const [events, positions, moves, setAside] = [
      await this.count('events'),
      await this.count('positions'),
      await this.count('moves'),
      await this.count('dead_letters'),
    ];
    return { events, positions, moves, setAside };
  }
}
