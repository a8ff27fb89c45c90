// A built service for the test of the drain: its one call takes its time, and its module says what is asked of it.
const { z } = require('@atomicdb/config');
const { AccountsServiceService } = require('@atomicdb/rpc');
const { runService } = require('@atomicdb/service-process');

const say = (line) => process.stdout.write(`${line}\n`);
const callMs = 1_500;

class SlowModule {}

class Lifecycle {
  constructor({ peers, bus }, { SPEED }) {
    this.peers = peers;
    // As a consumer that never comes back from a transaction.
    bus.watch({ status: () => ({ name: 'slow:part:1', alive: SPEED !== 'stuck', lastError: null }) });
  }

  onModuleInit() {
    this.peers.serve('accounts', AccountsServiceService, { getNames: () => this.getNames() });
    this.others = this.peers.client('queue', AccountsServiceService);
  }

  async getNames() {
    say('call begins');
    await new Promise((resolve) => setTimeout(resolve, callMs));
    say('call ends');
    return { accounts: [] };
  }

  async onModuleDestroy() {
    await this.others.getNames({ accountIds: ['draining'] });
    say('module drained');
  }

  onApplicationShutdown() {
    say('database closed');
  }
}

runService({
  name: 'slow',
  needs: ['PEER_QUEUE'],
  environment: z.object({ SPEED: z.enum(['slow', 'stuck']) }),
  module: (context, config) => ({
    module: SlowModule,
    providers: [{ provide: Lifecycle, useFactory: () => new Lifecycle(context, config) }],
  }),
});
