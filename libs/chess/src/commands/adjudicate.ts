import { makeAnswerer } from './adjudicate-lines.js';
import type { AdjudicateOptions } from './adjudicate-options.js';
import { readOptions, USAGE } from './adjudicate-options.js';
import type { Io } from './io.js';
import { EXIT, openInput, Output, pipeLines, readFailure } from './io.js';

const answerAll = async (options: AdjudicateOptions, io: Io): Promise<number> => {
  const answerer = makeAnswerer(options);
  const output = new Output(io.output);
  let code: number = EXIT.fine;
  const note = ({ text, failed }: { text: string; failed: boolean }): string => {
    if (failed) code = EXIT.someLineFailed;
    return text;
  };
  await pipeLines(openInput(options.file, io), output, (line) => note(answerer.line(line)));
  await output.write(note(answerer.end()));
  return code;
};

/** Gives the exit code. Source: positions.md, "The adjudicator, for engine testers and arbiters". */
export const adjudicateCommand = async (args: readonly string[], io: Io): Promise<number> => {
  const options = readOptions(args);
  if (typeof options === 'string') {
    io.errors.write(`${options}\n\n${USAGE}`);
    return EXIT.usage;
  }
  if (options.isHelp) {
    io.output.write(USAGE);
    return EXIT.fine;
  }
  return answerAll(options, io).catch((error: unknown) => {
    io.errors.write(`${readFailure(error)}\n`);
    return EXIT.usage;
  });
};
