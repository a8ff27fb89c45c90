import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts, isPortFree } from '@atomicdb/embedded-postgres';
import type { ClusterRecord, NodePorts } from './cluster-layout';

/** The cluster of the folder, made where there is none. Throws when it has another number of nodes. */
export async function readOrMakeRecord(folder: string, nodes: number, port?: number): Promise<ClusterRecord> {
  const found = await readFile(fileOf(folder), 'utf8').catch(() => undefined);
  const record = found === undefined ? await newRecord(nodes) : (JSON.parse(found) as ClusterRecord);
  if (record.nodes.length !== nodes) {
    throw new Error(
      `Kafka in ${folder} has ${record.nodes.length} node(s), not ${nodes}: choose another folder.`,
    );
  }
  return write(folder, port ? { ...record, nodes: record.nodes.map(onPortsFrom(port)) } : record);
}

/** The first port of the cluster that another program listens on. */
export async function takenPort({ nodes }: ClusterRecord): Promise<number | undefined> {
  const ports = nodes.flatMap(({ broker, controller }) => [broker, controller]);
  const free = await Promise.all(ports.map(isPortFree));
  return ports.find((_port, at) => !free[at]);
}

/** The same cluster on other ports, as its own were taken. */
export async function withNewPorts(folder: string, record: ClusterRecord): Promise<ClusterRecord> {
  return write(folder, { ...record, nodes: await newPorts(record.nodes.length) });
}

async function newRecord(nodes: number): Promise<ClusterRecord> {
  return { clusterId: newClusterId(), nodes: await newPorts(nodes) };
}

/** Java's reader of these ids refuses a leading dash. */
function newClusterId(): string {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? newClusterId() : id;
}

async function newPorts(nodes: number): Promise<NodePorts[]> {
  const ports = await freePorts(2 * nodes);
  return Array.from({ length: nodes }, (_none, index) => ({
    broker: ports[2 * index] as number,
    controller: ports[2 * index + 1] as number,
  }));
}

const onPortsFrom =
  (port: number) =>
  (node: NodePorts, index: number): NodePorts => ({ ...node, broker: port + index });

async function write(folder: string, record: ClusterRecord): Promise<ClusterRecord> {
  await writeFile(fileOf(folder), JSON.stringify(record));
  return record;
}

const fileOf = (folder: string): string => join(folder, 'cluster.json');
