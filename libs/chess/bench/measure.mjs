/** The best run says what the code can do, the others what the machine did meanwhile. */
const RUNS = { pair: 15, alone: 3 };

/** Processor time of this process in seconds, so that neighbours on the machine count less than with a clock. */
const processorSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Items a second by the clock, best of the runs of another process's work over `count` items. */
export function rate(count, work) {
  const rates = [];
  for (let run = 0; run < RUNS.alone; run++) {
    const before = performance.now();
    work();
    rates.push(count / ((performance.now() - before) / 1_000));
  }
  return Math.max(...rates);
}

/** Two rates, run after run in turn, so that both meet the same machine. */
export async function rates(count, ours, raw) {
  const best = [0, 0];
  for (let run = 0; run < RUNS.pair; run++) {
    for (const [index, work] of [ours, raw].entries()) {
      const before = processorSeconds();
      await work();
      best[index] = Math.max(best[index], count / (processorSeconds() - before));
    }
  }
  return { ours: best[0], raw: best[1] };
}
