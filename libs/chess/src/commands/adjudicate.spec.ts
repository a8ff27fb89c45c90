import { runOver } from '../../test/in-memory.js';
import { START_FEN } from '../variants.js';
import { adjudicateCommand } from './adjudicate.js';

const run = (args: string, ...pieces: readonly (string | Buffer)[]) =>
  runOver((io) => adjudicateCommand(args.split(' ').filter(Boolean), io), ...pieces);

const rowsOf = (output: string): string[][] =>
  output
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t'));

const jsonOf = (output: string): unknown[] =>
  output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);

const DEAD = '9/9/5k3/9/9/9/9/B3K4/9/9 b';
const WON = '5kb2/4c4/9/9/9/9/9/8B/3CK4/2B6 b - - 0 1';
const SOLDIER = '3k5/9/9/9/9/5p3/9/5p3/5K3/5C3 w - - 0 1';

describe('npm run adjudicate over FENs', () => {
  it('prints FEN, verdict and rule, with the reason in the place of a bad line, and ends with 1', async () => {
    const { code, output } = await run(
      '--variant xiangqi',
      `${DEAD}\n  ${WON} \r\nbad\tline\n\n${START_FEN.xiangqi}\n`,
    );
    expect(rowsOf(output)).toEqual([
      [DEAD, 'draw', 'no-cannon'],
      [WON, 'win-in-one', 'cannon-v-cannon-with-elephants'],
      ['bad?line', 'error', expect.stringMatching(/^FEN_CHARACTERS: /)],
      ['', 'error', expect.stringMatching(/^FEN_FIELDS: /)],
      [START_FEN.xiangqi, 'undecided', '-'],
    ]);
    expect(code).toBe(1);
  });

  it('is about atomic where no variant is named', async () => {
    const fens = '8/8/4k3/8/8/3K4/8/5NN1 w - -\n8/8/8/8/8/8/4P3/4K3 b - -\n';
    const verdicts = await Promise.all(['', '--variant chess'].map((args) => run(args, fens)));
    expect(verdicts.map(({ output }) => rowsOf(output).map((row) => row[1]))).toEqual([
      ['draw', 'lost'],
      ['undecided', 'error'],
    ]);
  });

  it('prints JSON with winning, safe and refuted moves, also in UCCI', async () => {
    const [uci, ucci] = await Promise.all(
      ['', '--coords ucci'].map((args) => run(`--variant xiangqi --json ${args}`, WON)),
    );
    expect(jsonOf(uci?.output ?? '')).toMatchObject([
      { fen: WON, verdict: 'win-in-one', level: 'check', legal: 19, moves: ['g10e8'], refutations: {} },
    ]);
    expect(jsonOf(ucci?.output ?? '')).toMatchObject([{ moves: ['g9e7'] }]);
  });

  it('prints errors as JSON too', async () => {
    const { output } = await run('--json', 'x\n');
    expect(jsonOf(output)).toEqual([
      { fen: 'x', error: { code: 'FEN_FIELDS', message: expect.any(String) } },
    ]);
  });

  it('keeps control characters and the length of a bad line out of what it prints', async () => {
    const { output } = await run('', `\u001b[2J\u0000${'x'.repeat(500)}\n`);
    expect(rowsOf(output)[0]?.[0]).toBe(`?[2J?${'x'.repeat(195)}`);
  });
});

describe('npm run adjudicate --game', () => {
  it('[XSC-03] prints the verdict after every move', async () => {
    const moves = 'f2e2 f3e3 e2f2 e3f3 f2e2 f3e3 e2f2 e3f3';
    const { code, output } = await run('--variant xiangqi --game', `${SOLDIER} moves ${moves}\n`);
    expect(rowsOf(output).map((row) => row.slice(0, 5).join(' '))).toEqual([
      '1 0 - undecided -',
      ...moves
        .split(' ')
        .slice(0, 7)
        .map((move, index) => `1 ${index + 1} ${move} undecided -`),
      '1 8 e3f3 lost perpetual-check',
    ]);
    expect([code, rowsOf(output)[8]?.slice(5)]).toEqual([0, ['1-0', '-']]);
  });

  it('reads startpos, UCI position commands, JSON and the counters of the FEN', async () => {
    const { output } = await run(
      '--variant chess --game',
      'startpos\n',
      `position startpos moves e2e4 e7e5\nposition fen ${START_FEN.chess} moves e2e4\n`,
      `${JSON.stringify({ fen: '4kr2/8/8/8/8/8/8/3RK3 b - - 100 1' })}\n`,
      `${JSON.stringify({ variant: 'atomic', moves: 'g1f3 d7d5 f3e5 b8d7 e5d7' })}\n`,
    );
    const last = new Map(rowsOf(output).map((row) => [row[0], row.slice(1, 6).join(' ')]));
    expect([...last.values()]).toEqual([
      '0 - undecided - *',
      '2 e7e5 undecided - *',
      '1 e2e4 undecided - *',
      '0 - claimable fifty-move *',
      '5 e5d7 lost terminal 1-0',
    ]);
  });

  it('says beside an open verdict that a chase is not judged', async () => {
    const game = '3k4n/9/9/9/9/9/9/9/9/4K3R b moves i10h8 i1h1 h8i10 h1i1 i10h8 i1h1 h8i10 h1i1';
    const { output } = await run('--variant xiangqi --game', game);
    expect(rowsOf(output)[8]?.slice(3)).toEqual(['undecided', '-', '*', expect.stringMatching(/not judged/)]);
  });

  it('reads and prints UCCI when asked to, and no other spelling then', async () => {
    const { output } = await run(
      '--variant xiangqi --game --coords ucci',
      'startpos moves h2e2 h9g7\nstartpos moves h2e2 h10g8\n',
    );
    expect(rowsOf(output).map((row) => row.slice(0, 4))).toEqual([
      ['1', '0', '-', 'undecided'],
      ['1', '1', 'h2e2', 'undecided'],
      ['1', '2', 'h9g7', 'undecided'],
      ['2', '2', '-', 'error'],
    ]);
  });

  it('names a move that is refused as it was written, in UCCI too', async () => {
    const { output } = await run(
      '--variant xiangqi --game --coords ucci',
      'startpos moves h2e2 a0a5\nstartpos moves h10g8\n',
    );
    expect(rowsOf(output).map((row) => row[4])).toEqual([
      expect.stringMatching(/^MOVE_ILLEGAL: Ply 2: a0a5 is not a legal move /),
      expect.stringMatching(/^MOVE_ILLEGAL: Ply 1: h10g8 is not a move in UCCI/),
    ]);
  });

  it('takes the word moves once, and no second one for the end of the game', async () => {
    const { code, output } = await run('--variant chess --game', 'startpos moves e2e4 moves e7e5\n');
    expect([code, rowsOf(output)]).toEqual([
      1,
      [['1', '2', '-', 'error', expect.stringMatching(/^MOVE_ILLEGAL: Ply 2: moves is not a legal move /)]],
    ]);
  });

  it('reads a line of a mebibyte of blanks at once', async () => {
    const since = performance.now();
    const { output } = await run('--game', `x${' '.repeat(1_000_000)}y\n`);
    expect(rowsOf(output)[0]?.[4]).toMatch(/^FEN_TOO_LONG: /);
    expect(performance.now() - since).toBeLessThan(2000);
  });

  it('names the option that reads a PGN when it meets the tag of one', async () => {
    const sentence = 'FEN_FIELDS: This is a tag of a PGN: give --pgn to read its games.';
    expect(rowsOf((await run('--game', '[Event "x"]\n')).output)).toEqual([
      ['1', '-', '-', 'error', sentence],
    ]);
    expect(rowsOf((await run('', '[Event "x"]\n')).output)).toEqual([['[Event "x"]', 'error', sentence]]);
  });

  it('answers a game that cannot be read with its ply, and goes on', async () => {
    const { code, output } = await run(
      '--game --json',
      '{"moves":["e2e4","e2e4"]}\n{"moves":3}\n{"fen":1}\nnull\n{\nstartpos\n',
    );
    expect(jsonOf(output)).toMatchObject([
      { game: 1, ply: 2, error: { code: 'MOVE_ILLEGAL' } },
      { game: 2, ply: null, error: { code: 'bad-json' } },
      { game: 3, error: { code: 'bad-json' } },
      { game: 4, error: { code: 'FEN_FIELDS' } },
      { game: 5, error: { code: 'bad-json' } },
      { game: 6, ply: 0, verdict: 'undecided' },
    ]);
    expect(code).toBe(1);
  });

  it('[CLM-02] lists in JSON the moves with which the last position may be claimed', async () => {
    const { output } = await run(
      '--variant chess --game --json',
      'startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1',
    );
    const plies = jsonOf(output) as { claimableWith?: string[] }[];
    expect(plies.map(({ claimableWith }) => claimableWith)).toEqual([...Array(7).fill(undefined), ['f6g8']]);
  });
});

describe('npm run adjudicate --game --json', () => {
  it('[XDD-09][XDD-10] carries with every verdict what it leaves out of account', async () => {
    const { output } = await run('--variant xiangqi --game --json', `${DEAD}\n${START_FEN.xiangqi}\n`);
    const [dead, open] = jsonOf(output) as { verdict: string; assumptions?: string[] }[];
    expect([dead?.verdict, open?.verdict, open?.assumptions]).toEqual(['draw', 'undecided', undefined]);
    expect(dead?.assumptions).toEqual([
      'Losses on time are not considered.',
      'Neither side can be forced into a rule violation, so violations by repetition are not considered.',
    ]);
  });
});

describe('npm run adjudicate --pgn', () => {
  const pgn =
    '[Event "A"]\n\n1. e4 e5 2. Zz3 *\n\n[Event "B"]\n[Variant "Atomic"]\n\n1. Nf3 d5 2. Ne5 Nd7 3. Nxd7 1-0\n';

  it('reads game after game by its tag', async () => {
    const { code, output } = await run('--pgn', pgn.slice(0, 30), pgn.slice(30));
    expect(rowsOf(output).map((row) => row.slice(0, 5))).toEqual([
      ['1', '3', '-', 'error', expect.stringMatching(/^MOVE_ILLEGAL: Ply 3: Zz3 /)],
      ['2', '0', '-', 'undecided', '-'],
      ['2', '1', 'g1f3', 'undecided', '-'],
      ['2', '2', 'd7d5', 'undecided', '-'],
      ['2', '3', 'f3e5', 'undecided', '-'],
      ['2', '4', 'b8d7', 'undecided', '-'],
      ['2', '5', 'e5d7', 'lost', 'terminal'],
    ]);
    expect(code).toBe(1);
  });

  it('reads names in other encodings, but no torn line', async () => {
    const latin = await run('--pgn', Buffer.from('[White "M\xfcller"]\n\n1. e4 *\n', 'latin1'));
    expect([latin.code, rowsOf(latin.output).length]).toEqual([0, 2]);
    const torn = await run('--pgn', `1. e4 {${'x'.repeat(1 << 20)}} e5\n2. Nf3 *\n1. d4 *\n`);
    expect(rowsOf(torn.output).map((row) => row.slice(0, 4))).toEqual([
      ['1', '-', '-', 'error'],
      ['2', '0', '-', 'undecided'],
      ['2', '1', 'd2d4', 'undecided'],
    ]);
  });

  it('refuses a game of another variant than the one asked for', async () => {
    const { output } = await run('--pgn --variant chess', pgn);
    expect(rowsOf(output).map((row) => row[4])).toEqual([
      expect.stringMatching(/^MOVE_ILLEGAL/),
      expect.stringMatching(/^PGN_VARIANT/),
    ]);
  });
});

describe('the call of npm run adjudicate', () => {
  it.each([
    '--variant shogi',
    '--game --pgn',
    '--coords ucci',
    '--coords algebraic --variant xiangqi',
    '--pgn --variant xiangqi',
    '--scores',
    'one two',
    '/nowhere/to/be/found',
  ])('is refused with 2: %s', async (args) => {
    const { code, output, errors } = await run(args, `${DEAD}\n`);
    expect([code, output]).toEqual([2, '']);
    expect(errors).toMatch(/^[A-Z'].+/);
    expect(errors).not.toMatch(/\bat .+:\d+:\d+/);
  });

  it('is explained by --help', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, output: expect.stringMatching(/--coords ucci/) });
  });
});
