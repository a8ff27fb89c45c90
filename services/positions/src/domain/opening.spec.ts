import { openableWalk, parsePosition, START_FEN, type ChessPosition } from '@atomicdb/chess';
import { grow } from './grow';
import { openingOfLines, openingOfWalk } from './opening';

function position(fen: string): ChessPosition {
  const parsed = parsePosition('atomic', fen);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

const start = position(START_FEN.atomic);
const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'e2e4'];
const nothing = { positions: new Set<string>(), moves: new Set<string>() };

describe('the opening of lines', () => {
  it('stops before the first self-crossing of a line [NAV-03]', () => {
    const opening = openingOfLines(start, [{ cp: 10, pv: shuffle }]);
    expect(opening.moves.map(({ uci }) => uci)).toEqual(['g1f3', 'g8f6', 'f3g1']);
  });

  it('opens 24 plies of an ordinary line', () => {
    const pawns = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const pv = [
      ...pawns.flatMap((file) => [`${file}2${file}3`, `${file}7${file}6`]),
      ...pawns.flatMap((file) => [`${file}3${file}4`, `${file}6${file}5`]),
    ];
    expect(openingOfLines(start, [{ cp: 10, pv }]).moves).toHaveLength(24);
    expect(openingOfLines(start, [{ cp: 29_961, pv: pv.slice(0, 26) }]).moves.length).toBeGreaterThan(24);
  });

  it('names a position once when two lines transpose into it [REP-03]', () => {
    const lines = [
      { cp: 10, pv: ['g1f3', 'a7a6', 'e2e3'] },
      { cp: 5, pv: ['e2e3', 'a7a6', 'g1f3'] },
    ];
    const opening = openingOfLines(start, lines);
    expect(opening.positions).toHaveLength(6);
    expect(opening.moves).toHaveLength(6);
  });

  it('carries the closure of a position where the rules end the game', () => {
    const mate = position('rnbqkbnr/1ppppppp/8/p5N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 3');
    const opening = openingOfLines(mate, [{ cp: 29_999, pv: ['g5f7'] }]);
    expect(opening.positions[1]?.closure).toEqual({ status: 'LOSS', gate: 'TERMINAL', plies: 0 });
  });
});

describe('the opening of a walk', () => {
  it('holds the positions up to the crossing and the moves between them [NAV-03]', () => {
    const walk = openableWalk(start, shuffle);
    if (!walk.ok) throw new Error(walk.error.message);
    const { positions, moves } = openingOfWalk(walk.value);
    expect(moves.map(({ uci }) => uci)).toEqual(['g1f3', 'g8f6', 'f3g1']);
    expect(positions.map(({ position: id }) => id)).toEqual([start.id, ...moves.map(({ child }) => child)]);
  });
});

describe('the growth of the graph', () => {
  it('adds positions before the moves that lead on, by position', () => {
    const opening = openingOfLines(start, [{ cp: 10, pv: ['g1f3'] }]);
    const events = grow(opening, nothing);
    expect(events.get(start.id)?.map(({ type }) => type)).toEqual(['PositionsAdded', 'MovesOpened']);
    expect(events.size).toBe(2);
  });

  it('says nothing of what the graph has', () => {
    const opening = openingOfLines(start, [{ cp: 10, pv: ['g1f3', 'g8f6'] }]);
    const known = {
      positions: new Set(opening.positions.map(({ position: id }) => id)),
      moves: new Set(opening.moves.map((move) => `${move.position} ${move.uci}`)),
    };
    expect(grow(opening, known).size).toBe(0);
  });
});
