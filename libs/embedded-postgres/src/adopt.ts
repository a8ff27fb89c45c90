import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runningPostmaster, stopPostmaster } from './postmaster';
import { serverArguments } from './server';
import { withClient } from './sql';
import { urlOf } from './start';
import type { Found, Start } from './start';

/**
 * Takes over the server that a killed process left. One with other settings, on another port
 * than asked for, or deaf, is stopped instead.
 */
export async function adopt(start: Start): Promise<Found | undefined> {
  const found = await runningPostmaster(start.layout.cluster);
  if (!found) return undefined;
  const fits = found.ready && (await hasSettings(start, found.port)) && (await answers(start, found.port));
  if (fits) return { pid: found.pid, port: found.port, adopted: true };
  await stopPostmaster(found.pid, 'fast');
  return undefined;
}

async function hasSettings({ layout, port, server }: Start, runningPort: number): Promise<boolean> {
  if (port !== 0 && port !== runningPort) return false;
  const wanted = serverArguments(layout.cluster, runningPort, server)
    .map((word) => ` "${word}"`)
    .join('');
  const words = await readFile(join(layout.cluster, 'postmaster.opts'), 'utf8').catch(() => '');
  return words.trimEnd().endsWith(wanted);
}

async function answers({ layout, password }: Start, port: number): Promise<boolean> {
  const query = `select current_setting('data_directory') as folder`;
  const folder = await withClient(urlOf(port, password), async (client) => {
    const { rows } = await client.query<{ folder: string }>(query);
    return rows[0]?.folder;
  }).catch(() => undefined);
  return folder === layout.cluster;
}
