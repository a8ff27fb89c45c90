import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeLayout } from './cluster-layout';
import type { ClusterRecord } from './cluster-layout';
import { formatStorage } from './java';
import type { Program } from './java';
import { nodeProperties } from './node-properties';

/** Writes the node's properties; formats its storage on the first start, which is a run of Java by itself. */
export async function prepareNode(
  folder: string,
  program: Program,
  record: ClusterRecord,
  index: number,
): Promise<void> {
  const layout = nodeLayout(folder, index);
  await mkdir(layout.folder, { recursive: true });
  await writeFile(layout.properties, nodeProperties(record.nodes, index, layout.logs));
  const formatted = existsSync(join(layout.logs, 'meta.properties'));
  if (!formatted) await formatStorage(program, record.clusterId, layout.properties);
}
