import { createLogger } from '@atomicdb/telemetry';
import { ReferenceWorker } from './application/reference-worker';
import { showProgress } from './progress-line';
import type { WorkerOptions } from './worker-options';

/** Works until a signal, or until the gateway lets it in no more. */
export async function work(options: WorkerOptions, logLevel: string | undefined): Promise<void> {
  // On a terminal the progress line says what goes on.
  const { stdout } = process;
  const logger = createLogger('worker', logLevel ?? (stdout.isTTY ? 'warn' : 'info'));
  const worker = new ReferenceWorker(options, logger);
  const hide = stdout.isTTY ? showProgress(stdout, () => worker.snapshot()) : () => undefined;
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    logger.info({ signal }, 'giving the tasks back');
    void worker.stop().finally(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // Only where a parent holds a channel to this process: it must not live on without it.
  process.once('disconnect', () => stop('disconnect'));
  await worker.run().finally(hide);
}
