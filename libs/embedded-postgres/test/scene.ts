import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { startPostgres } from '../src';
import type { RunningPostgres, StartOptions } from '../src';

export interface Report {
  port: number;
  pid: number;
  adopted: boolean;
  error?: string;
}

/** Temporary folders, servers and parents of one spec; `clear` leaves nothing behind. */
export class Scene {
  private readonly folders: string[] = [];
  private readonly servers: RunningPostgres[] = [];
  private readonly parents: ChildProcess[] = [];

  async folder(): Promise<string> {
    const made = await mkdtemp(join(tmpdir(), 'atomicdb-postgres-spec-'));
    await chmod(made, 0o711);
    this.folders.push(made);
    return made;
  }

  async start(options: StartOptions): Promise<RunningPostgres> {
    const server = await startPostgres({ fsync: false, ...options });
    this.servers.push(server);
    return server;
  }

  /** Starts a node process that holds the data, and reads its first word. */
  async parent(dataDir: string): Promise<{ child: ChildProcess; report: Report }> {
    const hook = join(__dirname, 'typescript-hook.cjs');
    const child = spawn(process.execPath, ['-r', hook, join(__dirname, 'parent.cjs'), dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.parents.push(child);
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return { child, report: JSON.parse(line) as Report };
  }

  /** Ends every process of the scene; the folders stay. */
  async stopAll(): Promise<void> {
    await Promise.all(this.parents.splice(0).map(killAndWait));
    await Promise.all(this.servers.splice(0).map((server) => server.stop('immediate')));
  }

  async clear(): Promise<void> {
    await this.stopAll();
    await Promise.all(this.folders.splice(0).map((path) => rm(path, { recursive: true, force: true })));
  }
}

export async function killAndWait(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
