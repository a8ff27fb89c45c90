import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryHold } from '@atomicdb/embedded-postgres';

/**
 * Makes a part once for all workers of a run and gives each the same description of it (JSON).
 * The first caller makes it; others wait. When it fails, the next caller tries again.
 */
export async function oncePerRun<T>(folder: string, name: string, make: () => Promise<T>): Promise<T> {
  const file = join(folder, `${name}.json`);
  for (;;) {
    const made = await readFile(file, 'utf8').catch(() => undefined);
    if (made !== undefined) return JSON.parse(made) as T;
    const hold = await tryHold(join(folder, `${name}.lock`));
    if (!hold.held) await sleep(25);
    else await makeUnlessThere(file, make).finally(hold.release);
  }
}

async function makeUnlessThere<T>(file: string, make: () => Promise<T>): Promise<void> {
  const made = await readFile(file, 'utf8').catch(() => undefined);
  if (made !== undefined) return;
  await writeFile(`${file}.draft`, JSON.stringify(await make()));
  await rename(`${file}.draft`, file);
}
