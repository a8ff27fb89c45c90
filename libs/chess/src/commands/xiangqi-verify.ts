import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Pair } from '../xiangqi/pairs.js';
import { claimedPairs, materialOfPair } from '../xiangqi/pairs.js';
import type { Io } from './io.js';
import { EXIT, Output } from './io.js';
import type { CountedPair } from './verify-count.js';
import { countOn } from './verify-count.js';
import type { Progress } from './verify-state.js';
import { forgetProgress, loadProgress, nameOf, saveProgress } from './verify-state.js';

/** Legal placements of all pairs of a level with red to move. Source: positions.md, "Material", xiangqi. */
const EXPECTED: Readonly<Record<string, number>> = { dead: 18_545_106, check: 367_759_863 };

const SAVE_MS = 5000;
const REPORT_MS = 1000;
const INTERRUPTED = 130;

const USAGE = `npm run xiangqi:verify -- [--level dead|check] [--pair KC-KAA]… [--state FILE] [--fresh]

Proves the material claims of xiangqi by enumeration: places every pair of forces in every legal way (386 million
placements, red to move) and looks for one that its claim does not hold for. Takes hours. Progress goes to standard
error; every pair that is done is printed with its counts, separated by tabs. Ctrl-C keeps what is counted, the
same call goes on. Exit code 0 when every claim holds, 1 when one does not, 2 for a wrong call.

  --level LEVEL  only the pairs that are dead (18.5 million, minutes), or only those that ask for a look
  --pair A-B     only this pair, the side to move first; may be given several times
  --state FILE   where progress is kept (.cache/xiangqi-verify.json)
  --fresh        forget earlier progress
`;

const HEADER = 'mover\tother\tlevel\tlegal\tdraw\tmated\tstalemated\twin-in-one\tunsafe\tclaim\n';

interface VerifyOptions {
  readonly pairs: readonly Pair[];
  /** Levels that are counted whole, so that their sums can be held against the published ones. */
  readonly levels: readonly string[];
  readonly state: string;
  readonly isFresh: boolean;
  readonly isHelp: boolean;
}

const LEVELS = Object.keys(EXPECTED);

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      level: { type: 'string' },
      pair: { type: 'string', multiple: true, default: [] as string[] },
      state: { type: 'string', default: '.cache/xiangqi-verify.json' },
      fresh: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });

const choosePairs = (names: readonly string[], level: string | undefined): Pair[] => {
  const all = claimedPairs();
  if (names.length > 0) return all.filter((pair) => names.includes(nameOf(pair)));
  return level === undefined ? all : all.filter((pair) => materialOfPair(pair)?.level === level);
};

const readOptions = (args: readonly string[]): VerifyOptions | string => {
  try {
    const { level, pair: names, state, fresh, help } = parse(args).values;
    if (level !== undefined && !LEVELS.includes(level)) return `The level is one of ${LEVELS.join(', ')}.`;
    const pairs = choosePairs(names, level);
    if (names.length > pairs.length) return 'A pair is two claimed forces such as KC-KAA or KBBC-KC.';
    const levels = names.length > 0 ? [] : LEVELS.filter((one) => level === undefined || one === level);
    return { pairs, levels, state, isFresh: fresh, isHelp: help };
  } catch (error) {
    return error instanceof Error ? error.message : 'The call cannot be read.';
  }
};

const printPair = ({ pair, level, tally, holds }: CountedPair): string => {
  const { legal, draw, mated, stalemated, winInOne, unsafe } = tally;
  const cells = [pair.mover, pair.other, level, legal, draw, mated, stalemated, winInOne, unsafe];
  return `${[...cells, holds ? 'holds' : 'BROKEN'].join('\t')}\n`;
};

/** Sums by level; false when a claim or a published sum does not hold. */
const summarise = (
  counted: readonly CountedPair[],
  levels: readonly string[],
): { text: string; holds: boolean } => {
  const sums = levels.map((level) => {
    const own = counted.filter((pair) => pair.level === level);
    const legal = own.reduce((sum, { tally }) => sum + tally.legal, 0);
    return {
      text: `${level}: ${own.length} pairs, ${legal} legal placements\n`,
      holds: legal === EXPECTED[level],
    };
  });
  const isProven = [...counted, ...sums].every(({ holds }) => holds);
  const verdict = isProven ? 'every claim holds\n' : 'A CLAIM DOES NOT HOLD\n';
  return { text: sums.map(({ text }) => text).join('') + verdict, holds: isProven };
};

/** Reports and saves now and then, and ends the count when told to. */
const makeWatch = (
  { state }: VerifyOptions,
  progress: Progress,
  { errors, output }: { errors: Writable; output: Output },
  stop: AbortSignal,
) => {
  const started = performance.now();
  let saved = started;
  let reported = started;
  const goesOn = (pair: Pair, share: number): boolean => {
    const now = performance.now();
    if (now - saved > SAVE_MS || stop.aborted) {
      saveProgress(state, progress);
      saved = now;
    }
    if (now - reported > REPORT_MS) {
      const seconds = Math.round((now - started) / 1000);
      errors.write(`${nameOf(pair)} ${(100 * share).toFixed(1)} %, ${seconds} s\n`);
      reported = now;
    }
    return !stop.aborted && !output.isGone;
  };
  return { goesOn };
};

const countAll = async (
  options: VerifyOptions,
  progress: Progress,
  io: Io,
  stop: AbortSignal,
): Promise<number> => {
  const output = new Output(io.output);
  const watch = makeWatch(options, progress, { errors: io.errors, output }, stop);
  const counted: CountedPair[] = [];
  await output.write(HEADER);
  for (const pair of options.pairs) {
    const done = stop.aborted ? undefined : await countOn(pair, progress, watch);
    if (done === undefined) {
      saveProgress(options.state, progress);
      io.errors.write('Interrupted; the same call goes on from here.\n');
      return INTERRUPTED;
    }
    counted.push(done);
    await output.write(printPair(done));
  }
  saveProgress(options.state, progress);
  const { text, holds } = summarise(counted, options.levels);
  await output.write(text);
  return holds ? EXIT.fine : EXIT.someLineFailed;
};

/** Gives the exit code. Source: positions.md, "Material", last paragraph. */
export const verifyCommand = async (args: readonly string[], io: Io, stop: AbortSignal): Promise<number> => {
  const options = readOptions(args);
  if (typeof options === 'string') {
    io.errors.write(`${options}\n\n${USAGE}`);
    return EXIT.usage;
  }
  if (options.isHelp) {
    io.output.write(USAGE);
    return EXIT.fine;
  }
  if (options.isFresh) forgetProgress(options.state);
  const progress = loadProgress(options.state);
  if (progress === undefined) {
    io.errors.write(`${options.state} holds no progress of this command; start over with --fresh.\n`);
    return EXIT.usage;
  }
  return countAll(options, progress, io, stop);
};
