import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { Database, EventStore } from '@atomicdb/event-store';
import { AccountsServiceService } from '@atomicdb/rpc';
import type { ServiceContext } from '@atomicdb/service-process';
import { entities } from './adapters/postgres/entities';
import { migrations } from './adapters/postgres/migrations';
import { updateAccounts } from './adapters/postgres/update-accounts';
import { makeCheckPassword } from './application/check-password';
import { makeEnsureAccount } from './application/ensure-account';
import { makeGetNames } from './application/get-names';
import { PasswordChecks } from './application/password-checks';
import { makeRegisterAccount } from './application/register-account';
import { makeCheckWorkerSession, makeOpenWorkerSession } from './application/worker-sessions';

const CONTEXT = Symbol('ACCOUNTS_CONTEXT');
const DATABASE = Symbol('ACCOUNTS_DATABASE');

@Injectable()
class AccountsLifecycle implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(CONTEXT) private readonly context: ServiceContext,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    const { database } = this;
    const { bus, peers } = this.context;
    await database.migrate();
    const store = new EventStore(database, 'accounts', { updateState: updateAccounts });
    const checks = new PasswordChecks();
    bus.publish(store);
    peers.serve('accounts', AccountsServiceService, {
      registerAccount: makeRegisterAccount({ database, store, checks }),
      ensureAccount: makeEnsureAccount({ database, store, checks }),
      checkPassword: makeCheckPassword(database, checks),
      openWorkerSession: makeOpenWorkerSession(database, checks),
      checkWorkerSession: makeCheckWorkerSession(database),
      getNames: makeGetNames(database),
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.database.close();
  }
}

/** Accounts with their credentials, and the sessions of workers. */
@Module({})
export class AccountsModule {
  static register(context: ServiceContext): DynamicModule {
    return {
      module: AccountsModule,
      providers: [
        { provide: CONTEXT, useValue: context },
        {
          provide: DATABASE,
          useFactory: () =>
            Database.open({
              service: 'accounts',
              url: context.databaseUrl('accounts'),
              entities,
              migrations,
            }),
        },
        AccountsLifecycle,
      ],
    };
  }
}
