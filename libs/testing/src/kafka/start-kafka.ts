import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeHolder, tryHold } from '@atomicdb/embedded-postgres';
import { brokersOf, host, nodeLayout } from './cluster-layout';
import type { ClusterRecord } from './cluster-layout';
import { readOrMakeRecord, takenPort, withNewPorts } from './cluster-record';
import type { Program } from './java';
import { KafkaNode } from './kafka-node';
import type { NodeStart } from './kafka-node';
import { prepareNode } from './prepare-node';
import { prepareKafka } from './program';

export interface KafkaOptions {
  /** Kept between starts, with brokers and data; absent: a temporary folder, removed at the end. */
  dir?: string;
  /** Combined nodes, each broker and controller. Default 1. */
  nodes?: 1 | 3;
  /** Port of the first broker, the next ones follow; absent: as recorded in `dir`, or free ones. */
  port?: number;
  /** Where the broker is kept. Default `~/.cache/atomicdb`. */
  cacheDir?: string;
}

export interface RunningKafka {
  /** `127.0.0.1:PORT` of each node. */
  brokers: string[];
  /** Processes of the nodes that run. */
  pids(): Promise<number[]>;
  /** SIGTERM to all at once, SIGKILL to what is left after 7 s. */
  stop(): Promise<void>;
  /** SIGKILL to one node; `index` counts from 0. */
  kill(index: number): Promise<void>;
  /** Stops the node if it runs, starts it on its data and waits until it serves. */
  restart(index: number): Promise<void>;
}

/** One after the other the last node waits minutes for a quorum; together they end within this. */
const graceMs = 7_000;
const attempts = 3;

/**
 * Starts Kafka in KRaft mode as processes of their own. What a killed process left running on
 * `dir` is stopped first. Throws one sentence when Java or Maven is missing, another process
 * holds `dir`, or a port that was asked for is taken.
 */
export async function startKafka(options: KafkaOptions = {}): Promise<RunningKafka> {
  const program = await prepareKafka(options.cacheDir);
  const { folder, discard } = await prepareFolder(options.dir);
  const hold = await tryHold(join(folder, 'holder'));
  if (!hold.held) throw new Error(`Kafka in ${folder} is held by ${describeHolder(hold.holder)}.`);
  const release = (): Promise<void> => hold.release().then(discard);
  try {
    const { record, nodes } = await startCluster(folder, program, options);
    return running(record, nodes, release);
  } catch (error) {
    await release();
    throw error;
  }
}

async function prepareFolder(
  dir: string | undefined,
): Promise<{ folder: string; discard: () => Promise<void> }> {
  if (dir !== undefined) {
    await mkdir(dir, { recursive: true });
    return { folder: await realpath(dir), discard: async () => undefined };
  }
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'atomicdb-kafka-')));
  return { folder, discard: () => rm(folder, { recursive: true, force: true }) };
}

interface Cluster {
  record: ClusterRecord;
  nodes: KafkaNode[];
}

async function startCluster(folder: string, program: Program, options: KafkaOptions): Promise<Cluster> {
  let record = await readOrMakeRecord(folder, options.nodes ?? 1, options.port);
  await terminateAll(makeNodes(folder, program, record));
  for (let attempt = 1; ; attempt += 1) {
    const taken = await takenPort(record);
    if (taken !== undefined && options.port) throw portTaken(taken);
    if (taken !== undefined) record = await withNewPorts(folder, record);
    const nodes = makeNodes(folder, program, record);
    const fault = await startAll(folder, program, record, nodes);
    if (!fault) return { record, nodes };
    if (fault.outcome === 'failed' || attempt === attempts) throw failure(fault);
  }
}

/** All at once: a node is up when the quorum is. The first fault, with every node stopped again. */
async function startAll(
  folder: string,
  program: Program,
  record: ClusterRecord,
  nodes: readonly KafkaNode[],
): Promise<NodeFault | undefined> {
  await Promise.all(record.nodes.map((_ports, index) => prepareNode(folder, program, record, index)));
  const fault = (await Promise.all(nodes.map((node) => node.start()))).find(isFault);
  if (fault) await terminateAll(nodes);
  return fault;
}

function makeNodes(folder: string, program: Program, record: ClusterRecord): KafkaNode[] {
  return record.nodes.map((ports, index) => new KafkaNode(nodeLayout(folder, index), ports.broker, program));
}

async function terminateAll(nodes: readonly KafkaNode[]): Promise<void> {
  await Promise.all(nodes.map((node) => node.terminate(graceMs)));
}

type NodeFault = Exclude<NodeStart, { outcome: 'started' }>;

const isFault = (start: NodeStart): start is NodeFault => start.outcome !== 'started';

const portTaken = (port: number): Error =>
  new Error(`Port ${port} on ${host} is taken by another program: choose another for Kafka.`);

const failure = ({ log }: NodeFault): Error => new Error(`Kafka did not start:\n${log.slice(-2_000)}`);

function running(record: ClusterRecord, nodes: KafkaNode[], release: () => Promise<void>): RunningKafka {
  const at = (index: number): KafkaNode => {
    const node = nodes[index];
    if (!node) throw new Error(`A cluster of ${nodes.length} nodes has no node ${index}.`);
    return node;
  };
  const restart = async (node: KafkaNode): Promise<void> => {
    await node.terminate(graceMs);
    const start = await node.start();
    if (isFault(start)) throw failure(start);
  };
  let stopping: Promise<void> | undefined;
  return {
    brokers: brokersOf(record),
    pids: async () => (await Promise.all(nodes.map((node) => node.pid()))).filter((pid) => pid !== undefined),
    stop: () => (stopping ??= terminateAll(nodes).then(release)),
    kill: async (index) => at(index).kill(),
    restart: async (index) => restart(at(index)),
  };
}
