import { runOver } from '../../test/in-memory.js';
import { START_FEN } from '../variants.js';
import { rulesCommand } from './rules.js';

const run = (args: readonly string[], ...pieces: readonly (string | Buffer)[]) =>
  runOver((io) => rulesCommand(args, io), ...pieces);

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;

const fen = START_FEN.chess;

describe('npm run rules', () => {
  it('answers every line in order, whatever pieces the input comes in', async () => {
    const input = [
      { variant: 'chess', fen },
      { variant: 'xiangqi', fen: START_FEN.xiangqi },
      { variant: 'atomic', fen: fen.replace('KQkq', '-') },
    ];
    const text = input.map(lineOf).join('');
    const answers = [
      { key: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -', legal: 20 },
      { key: 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - -', legal: 44 },
      { key: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -', legal: 20 },
    ];
    const whole = { code: 0, output: answers.map(lineOf).join(''), errors: '' };
    expect(await run(['key'], text)).toEqual(whole);
    expect(await run(['key'], text.slice(0, 70), text.slice(70))).toEqual(whole);
  });

  it('puts an error in its place, answers the rest, and ends with 1', async () => {
    const { code, output } = await run(
      ['key'],
      `${lineOf({ variant: 'chess', fen })}not JSON\n\n[1]\n${lineOf({ variant: 'chess', fen: 'x' })}`,
      Buffer.from('{"fen":"\xff"}\n', 'latin1'),
      `{"fen":"${'a'.repeat(1 << 20)}"}\n${lineOf({ variant: 'chess', fen })}`,
    );
    const answers = output.split('\n').filter(Boolean);
    const codes = answers.map(
      (text) => (JSON.parse(text) as { error?: { code: string } }).error?.code ?? 'fine',
    );
    expect(codes).toEqual([
      'fine',
      'bad-json',
      'bad-json',
      'bad-input',
      'FEN_FIELDS',
      'bad-utf8',
      'input-too-long',
      'fine',
    ]);
    expect(code).toBe(1);
  });

  it('shows neither a stack nor the text it could not read', async () => {
    const { output } = await run(['key'], '{"fen": secret\n');
    expect(output).toBe('{"error":{"code":"bad-json","message":"A line of input is one JSON object."}}\n');
  });

  it('answers a last line without a newline, and nothing to nothing', async () => {
    expect(
      (await run(['moves'], JSON.stringify({ variant: 'chess', fen: '7k/8/8/8/8/8/8/K7 w - -' }))).output,
    ).toBe('{"moves":["a1a2","a1b1","a1b2"]}\n');
    expect(await run(['moves'])).toEqual({ code: 0, output: '', errors: '' });
  });

  it('tells how it is called', async () => {
    expect(await run(['--help'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/adjudicate +variant, fen/),
    });
    const wrong = [[], ['keys'], ['toString'], ['key', 'end'], ['key', '--json']];
    const outcomes = await Promise.all(wrong.map((args) => run(args, lineOf({ fen }))));
    expect(outcomes.map(({ code, output }) => [code, output])).toEqual(wrong.map(() => [2, '']));
    expect(outcomes[1]?.errors).toMatch(
      /^The operation is one of key, same, moves, perft, end, line, adjudicate\.\n/,
    );
  });
});
