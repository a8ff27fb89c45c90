import { host } from './cluster-layout';
import type { NodePorts } from './cluster-layout';

/** Text of server.properties of one combined node (broker and controller); `index` counts from 0. */
export function nodeProperties(nodes: readonly NodePorts[], index: number, logs: string): string {
  const all = { ...identity(nodes, index, logs), ...copies(nodes.length), ...fixed };
  return Object.entries(all)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

function identity(nodes: readonly NodePorts[], index: number, logs: string): Record<string, string> {
  const own = nodes[index];
  if (!own) throw new Error(`A cluster of ${nodes.length} nodes has no node ${index}.`);
  return {
    'process.roles': 'broker,controller',
    'node.id': String(index + 1),
    'controller.quorum.voters': nodes.map((node, at) => `${at + 1}@${host}:${node.controller}`).join(','),
    listeners: `PLAINTEXT://${host}:${own.broker},CONTROLLER://${host}:${own.controller}`,
    'advertised.listeners': `PLAINTEXT://${host}:${own.broker}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': logs,
  };
}

/** With three nodes one may die and every acknowledged record is still on two. */
function copies(nodes: number): Record<string, number> {
  const replicas = Math.min(nodes, 3);
  const inSync = replicas === 3 ? 2 : 1;
  return {
    'default.replication.factor': replicas,
    'min.insync.replicas': inSync,
    'offsets.topic.replication.factor': replicas,
    'transaction.state.log.replication.factor': replicas,
    'transaction.state.log.min.isr': inSync,
    'share.coordinator.state.topic.replication.factor': replicas,
    'share.coordinator.state.topic.min.isr': inSync,
  };
}

const fixed = {
  // Topics are made by code, with their partitions and without an end of retention.
  'auto.create.topics.enable': false,
  'log.retention.ms': -1,
  'group.initial.rebalance.delay.ms': 0,
  'group.min.session.timeout.ms': 1_000,
  // With the default of 9 s a broker restarted after SIGKILL is refused for 12 s.
  'broker.heartbeat.interval.ms': 250,
  'broker.session.timeout.ms': 1_500,
  // One machine: internal topics and threads of a size that starts fast.
  'offsets.topic.num.partitions': 4,
  'transaction.state.log.num.partitions': 4,
  'share.coordinator.state.topic.num.partitions': 4,
  'log.cleaner.dedupe.buffer.size': 4_194_304,
  'num.network.threads': 2,
  'num.io.threads': 2,
};
