import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type RunningPostgres } from '@atomicdb/embedded-postgres';
import { startKafka, type RunningKafka } from '@atomicdb/testing';
import type { ProductPlace } from '../../src/commands/product-place';
import { Product } from '../product';

const databaseName = 'atomicdb';

/** The production shape on parts that a campaign can kill: every service a process, PostgreSQL and Kafka beside them. */
export class Cluster {
  private constructor(
    private readonly folder: string,
    readonly product: Product,
    readonly kafka: RunningKafka,
    private postgres: RunningPostgres,
  ) {}

  static async start(): Promise<Cluster> {
    const folder = Product.dataFolder();
    const postgres = await startPostgres({ dataDir: join(folder, 'server') });
    const kafka = await startKafka({ dir: mkdtempSync(join(tmpdir(), 'atomicdb-campaign-')) });
    // Without a name the database is `atomicdb`, made at the first start.
    const url = Cluster.urlOf(postgres, '');
    const more = ['--postgres', url, '--kafka', kafka.brokers.join(','), '--ladder', '500,2000,8000,32000'];
    try {
      const product = await Product.start('kafka', join(folder, 'data'), more);
      return new Cluster(folder, product, kafka, postgres);
    } catch (error) {
      await kafka.stop();
      await postgres.stop();
      throw error;
    }
  }

  /** The database as its superuser. */
  get url(): string {
    return Cluster.urlOf(this.postgres, databaseName);
  }

  /** As the commands beside a product are told it. */
  get place(): ProductPlace {
    return { postgres: this.url, kafka: this.kafka.brokers };
  }

  /** Names of the processes, from the file the cluster keeps. */
  get services(): string[] {
    return Object.keys(this.product.servicePids());
  }

  /** PostgreSQL ended without a checkpoint, as a crash ends it, and started again on its data and port. */
  async crashPostgres(downMs: number): Promise<void> {
    const { port } = this.postgres;
    await this.postgres.stop('immediate');
    await new Promise((resolve) => setTimeout(resolve, downMs));
    this.postgres = await startPostgres({ dataDir: join(this.folder, 'server'), port });
  }

  /** The broker killed and left down for a while. */
  async crashBroker(downMs: number): Promise<void> {
    await this.kafka.kill(0);
    await new Promise((resolve) => setTimeout(resolve, downMs));
    await this.kafka.restart(0);
  }

  /** A process that does nothing for a while, as a frozen machine. */
  async freeze(service: string, ms: number): Promise<void> {
    const pid = this.product.servicePids()[service];
    if (pid === undefined) throw new Error(`no process of ${service}`);
    process.kill(pid, 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, ms));
    process.kill(pid, 'SIGCONT');
  }

  async stop(): Promise<void> {
    await this.product.stop();
    await this.kafka.stop();
    await this.postgres.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private static urlOf({ superuserUrl }: RunningPostgres, name: string): string {
    const url = new URL(superuserUrl);
    url.pathname = name;
    return url.href;
  }
}
