import { EmbeddedBus } from '@atomicdb/bus';
import { isRejected } from '@atomicdb/decider';
import { Database } from '@atomicdb/event-store';
import { decodePayload } from '@atomicdb/events';
import { AccountsServiceService, LocalPeers, type Api } from '@atomicdb/rpc';
import { ServiceHost } from '@atomicdb/service-process';
import { createLogger } from '@atomicdb/telemetry';
import { freshDatabase, withClient, type FreshDatabase } from '@atomicdb/testing';
import { AccountsModule } from '../src';
import { entities } from '../src/adapters/postgres/entities';
import { migrations } from '../src/adapters/postgres/migrations';

async function migrate(roleUrl: (service: string) => string): Promise<void> {
  const database = await Database.open({
    service: 'accounts',
    url: roleUrl('accounts'),
    entities,
    migrations,
  });
  await database.migrate();
  await database.close();
}

/** The service on a database of its own, called as the others call it. */
export class RunningAccounts {
  private constructor(
    readonly api: Api<typeof AccountsServiceService>,
    readonly fresh: FreshDatabase,
    private readonly host: ServiceHost,
  ) {}

  static async start(): Promise<RunningAccounts> {
    const fresh = await freshDatabase(['accounts'], migrate);
    const peers = new LocalPeers();
    const context = {
      databaseUrl: fresh.roleUrl,
      bus: new EmbeddedBus((error) => console.error(error)),
      peers,
      logger: createLogger('accounts', 'fatal'),
    };
    const modules = [AccountsModule.register(context)];
    const host = await ServiceHost.start({ context, modules, http: { host: '127.0.0.1', port: 0 } });
    return new RunningAccounts(peers.client('accounts', AccountsServiceService), fresh, host);
  }

  async stop(): Promise<void> {
    await this.host.stop();
    await this.fresh.drop();
  }

  async rows(sql: string): Promise<Record<string, unknown>[]> {
    return withClient(
      this.fresh.superuserUrl,
      async (client) => (await client.query<Record<string, unknown>>(sql)).rows,
    );
  }

  /** Every event of the service, oldest first. */
  async events(): Promise<{ type: string; stream: string; data: unknown; payload: Buffer }[]> {
    const rows = await this.rows(
      `select stream, type, schema_version, payload from accounts.events order by position`,
    );
    return (rows as unknown as EventRow[]).map(({ stream, type, schema_version, payload }) => ({
      stream,
      ...decodePayload(type, schema_version, payload),
      payload,
    }));
  }
}

interface EventRow {
  readonly stream: string;
  readonly type: string;
  readonly schema_version: number;
  readonly payload: Buffer;
}

/** `done`, or the code of the refusal. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    return isRejected(error) ? error.code : String(error);
  }
}
