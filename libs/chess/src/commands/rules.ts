import { parseArgs } from 'node:util';
import type { RuleAnswer } from '../rule-command.js';
import { RULE_OPERATIONS, runRule } from '../rule-command.js';
import type { InputLine } from './byte-lines.js';
import type { Io } from './io.js';
import { EXIT, Output, pipeLines, readFailure } from './io.js';

const USAGE = `npm run --silent rules -- OP

Reads one JSON object a line on standard input and writes one a line, in order; a line that cannot be
answered gets {"error":{"code","message"}} in its place. Exit code 0, 1 when a line failed, 2 for a wrong call.

  key         variant, fen           {"key":"board turn castling ep","legal":n}
  same        variant, a, b          {"same":true} or {"same":false,"differs":[…]}
  moves       variant, fen           {"moves":[UCI, sorted]}
  perft       variant, fen, depth    {"perft":[n1, …, nDepth]}
  end         variant, fen           {"reason","result"}
  line        variant, fen, moves    {"keys","occurrence","firstReturnPly","threefoldPly","fivefoldPly",
              (or pgn)                "crossingPly","terminal"}
  adjudicate  variant, fen           {"verdict","level","rule","legal","moves","safe"}

The variant is atomic (the default), chess or xiangqi. A PGN without a Variant tag is standard chess; of
several games the first is answered, with "lines" for all.

  echo '{"variant":"atomic","fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1"}' | npm run --silent rules -- key
`;

const failed = (code: string, message: string): RuleAnswer => ({ error: { code, message } });

const answerText = (op: string, text: string): RuleAnswer => {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    return failed('bad-json', 'A line of input is one JSON object.');
  }
  try {
    return runRule(op, input);
  } catch {
    return failed('internal', 'This line could not be answered; the others are.');
  }
};

const answerLine = (op: string, { text, fault }: InputLine): RuleAnswer =>
  fault === null ? answerText(op, text) : failed(fault.code, fault.message);

const answerAll = async (op: string, { input, output }: Io): Promise<number> => {
  let code: number = EXIT.fine;
  await pipeLines(input, new Output(output), (line) => {
    const answer = answerLine(op, line);
    if ('error' in answer) code = EXIT.someLineFailed;
    return `${JSON.stringify(answer)}\n`;
  });
  return code;
};

interface Call {
  readonly op: string | undefined;
  readonly isHelp: boolean;
}

const readCall = (args: readonly string[]): Call | string => {
  try {
    const options = { help: { type: 'boolean', short: 'h', default: false } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length > 1)
      return 'One operation and nothing after it: the lines come on standard input.';
    return { op: positionals[0], isHelp: values.help };
  } catch (error) {
    return error instanceof Error ? error.message : 'The call cannot be read.';
  }
};

/** Gives the exit code. Source: positions.md, "The rules as a command". */
export const rulesCommand = async (args: readonly string[], io: Io): Promise<number> => {
  const call = readCall(args);
  const refused = (message: string): number => {
    io.errors.write(`${message}\n\n${USAGE}`);
    return EXIT.usage;
  };
  if (typeof call === 'string') return refused(call);
  if (call.isHelp) {
    io.output.write(USAGE);
    return EXIT.fine;
  }
  if (call.op === undefined || !RULE_OPERATIONS.includes(call.op))
    return refused(`The operation is one of ${RULE_OPERATIONS.join(', ')}.`);
  return answerAll(call.op, io).catch((error: unknown) => {
    io.errors.write(`${readFailure(error)}\n`);
    return EXIT.usage;
  });
};
