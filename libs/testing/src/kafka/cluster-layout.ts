import { join } from 'node:path';

export const host = '127.0.0.1';

/** What a cluster keeps between starts, in `cluster.json` of its folder. */
export interface ClusterRecord {
  /** Sixteen bytes in base64url, as the storage tool wants it. */
  clusterId: string;
  nodes: NodePorts[];
}

export interface NodePorts {
  broker: number;
  controller: number;
}

export interface NodeLayout {
  folder: string;
  properties: string;
  logs: string;
  output: string;
  pid: string;
}

export function nodeLayout(clusterFolder: string, index: number): NodeLayout {
  const folder = join(clusterFolder, `node-${index + 1}`);
  const at = (name: string): string => join(folder, name);
  return {
    folder,
    properties: at('server.properties'),
    logs: at('logs'),
    output: at('server.log'),
    pid: at('pid'),
  };
}

export const brokersOf = ({ nodes }: ClusterRecord): string[] =>
  nodes.map(({ broker }) => `${host}:${broker}`);
