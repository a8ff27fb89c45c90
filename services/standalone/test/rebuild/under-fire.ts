import { seeded } from '@atomicdb/testing';
import { plantBrokenEvents } from './broken-events';
import { History } from './history';
import { expectedLetters, lettersOf } from './letters';
import { LiveSide } from './live-side';
import { Readers, type ReadReport } from './readers';
import { runRebuildProcess, type KillWhen } from './rebuild-process';

export interface FirePlan {
  readonly seed: number;
  /** Events before the first rebuild. */
  readonly events: number;
  /** What is rebuilt, one process after the other. */
  readonly steps: readonly string[];
  /** Steps that are killed before they are carried out, with what decides the moment; one kill each. */
  readonly kills: readonly { readonly step: string; readonly when: KillWhen }[];
  readonly settleMs: number;
  readonly say: (line: string) => void;
}

export interface RebuildFigure {
  readonly name: string;
  readonly events: number;
  readonly seconds: number;
  readonly isResumed: boolean;
}

export interface FireReport {
  readonly events: number;
  readonly writtenMeanwhile: number;
  /** Broken events among the others. */
  readonly planted: number;
  readonly kills: number;
  readonly figures: readonly RebuildFigure[];
  readonly reads: ReadReport;
  readonly liveSeconds: number;
  /** Hashes of every table after everything, and after all was rebuilt once more with nobody writing. */
  readonly before: Record<string, string>;
  readonly after: Record<string, string>;
  /** Of the broken events, and of the analyses that are of no use for values: at the same moments. */
  readonly lettersExpected: readonly string[];
  readonly lettersBefore: readonly string[];
  readonly lettersAfter: readonly string[];
}

/** Writes on, some events at a time, until it is told to end. */
export class Writing {
  private isRunning = true;
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly live: LiveSide,
    private readonly history: History,
  ) {}

  start(): void {
    this.work = this.writeOn();
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await this.work;
  }

  private async writeOn(): Promise<void> {
    while (this.isRunning) {
      await this.live.write(this.history, 40);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

const figure = /^(\S+): ([\d,]+) events in ([\d.]+) s(.*)$/gm;

function figuresOf(output: string): RebuildFigure[] {
  return [...output.matchAll(figure)].map(([, name = '', events = '', seconds = '', rest = '']) => ({
    name,
    events: Number(events.replaceAll(',', '')),
    seconds: Number(seconds),
    isResumed: rest.includes('gone on with'),
  }));
}

/** Every projection rebuilt while events are written and tables are read, some of the rebuilds killed on their way. */
export async function rebuildUnderFire(plan: FirePlan): Promise<FireReport> {
  const live = await LiveSide.open();
  try {
    return await fire(live, plan);
  } finally {
    await live.close();
  }
}

async function fire(live: LiveSide, plan: FirePlan): Promise<FireReport> {
  const history = new History(seeded(plan.seed), 'h');
  await live.write(history, plan.events);
  const planted = await plantBrokenEvents(live);
  plan.say(`${history.events} events are written`);
  const startedAt = Date.now();
  await live.follow();
  await live.settle(plan.settleMs);
  const liveSeconds = (Date.now() - startedAt) / 1_000;
  plan.say(`the live side has applied them in ${liveSeconds} s`);
  const events = history.events;
  const [writing, readers] = [new Writing(live, history), new Readers(live)];
  await readers.start();
  writing.start();
  const rebuilt = await rebuildAll(live, plan).finally(() => writing.stop());
  const reads = await readers.stop();
  await live.settle(plan.settleMs);
  const [before, lettersBefore] = [await live.hashes(), await lettersOf(live)];
  await mustRebuild(live, ['all', '--drop-old'], plan);
  const [after, lettersAfter] = [await live.hashes(), await lettersOf(live)];
  const writtenMeanwhile = history.events - events;
  const fate = { consumers: live.consumers, unusable: history.unusable };
  const lettersExpected = expectedLetters(planted, fate);
  const told = { events, writtenMeanwhile, planted: planted.length, liveSeconds, reads };
  return { ...told, ...rebuilt, before, after, lettersExpected, lettersBefore, lettersAfter };
}

async function rebuildAll(
  live: LiveSide,
  plan: FirePlan,
): Promise<{ kills: number; figures: RebuildFigure[] }> {
  const figures: RebuildFigure[] = [];
  let kills = 0;
  for (const step of plan.steps) {
    for (const { when } of plan.kills.filter((kill) => kill.step === step)) {
      const { code, output } = await runRebuildProcess(argsOf(live, [step]), when);
      plan.say(code === null ? `${step} was killed` : `${step} was over before it could be killed`);
      kills += code === null ? 1 : 0;
      figures.push(...figuresOf(output));
    }
    figures.push(...figuresOf(await mustRebuild(live, [step], plan)));
  }
  return { kills, figures };
}

async function mustRebuild(live: LiveSide, args: readonly string[], plan: FirePlan): Promise<string> {
  const { code, output } = await runRebuildProcess(argsOf(live, args));
  plan.say(output.trim());
  if (code !== 0) throw new Error(`the rebuild ended with ${code}:\n${output}`);
  return output;
}

function argsOf(live: LiveSide, args: readonly string[]): string[] {
  return [...args, '--postgres', live.fresh.superuserUrl];
}
