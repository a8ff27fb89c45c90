import {
  legalMoves,
  parsePosition,
  play,
  START_FEN,
  verdict,
  type ChessPosition,
  type Result,
} from '@atomicdb/chess';
import type { DomainEvent } from '@atomicdb/events';
import { added, analysed, opened, requestEvents, retracted } from './events';

/** Numbers from 0 to below `limit`, the same for the same seed (mulberry32). */
function makeDice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function addedEvent(position: ChessPosition): DomainEvent {
  const closure = verdict(position);
  return added(
    position.id,
    position.legal,
    closure === null
      ? undefined
      : { status: closure.status, gate: closure.gate, plies: closure.plies ?? undefined },
  );
}

/**
 * Atomic games of chance that crowd around the start, each analysed somewhere on its way and its line opened: many
 * transpositions, loops and seeds, some mates, some passes taken out again.
 */
export function randomHistory(seed: number, games: number): DomainEvent[] {
  const dice = makeDice(seed);
  const start = must(parsePosition('atomic', START_FEN.atomic));
  return [
    addedEvent(start),
    ...Array.from({ length: games }, (_, game) => gameEvents(start, dice, `g${game}`)).flat(),
  ];
}

function gameEvents(start: ChessPosition, dice: (limit: number) => number, id: string): DomainEvent[] {
  const path = [start, ...walk(start, dice, 8).map(({ to }) => to)];
  const from = path[dice(path.length)] as ChessPosition;
  const steps = walk(from, dice, 12);
  const graph = steps.flatMap(({ at, uci, to }) => [addedEvent(to), opened(at.id, { [uci]: to.id })]);
  const request = requestEvents(id, from.id);
  const life: DomainEvent[] = [request.asked, request.leased];
  if (dice(3) === 0) return [...graph, addedEvent(from), ...life, ...(dice(2) ? [request.released] : [])];
  const pv = steps.map(({ uci }) => uci).join(' ');
  const cps = [dice(400) - 200, dice(400) - 300];
  const lines = pv === '' ? [] : cps.slice(dice(2)).map((cp): [number, string] => [cp, pv]);
  const pass = { id, nodes: [128, 512, 2000][dice(3)] as number, lines };
  const end = dice(6) === 0 ? [request.completed, retracted(id)] : [request.completed];
  return [addedEvent(from), ...life, analysed(from.id, pass), ...graph, ...end];
}

interface Step {
  readonly at: ChessPosition;
  readonly uci: string;
  readonly to: ChessPosition;
}

/** Knights go out and come back often, so that lines cross. */
function walk(from: ChessPosition, dice: (limit: number) => number, plies: number): Step[] {
  const steps: Step[] = [];
  let at = from;
  for (let ply = 0; ply < plies && verdict(at) === null; ply += 1) {
    const moves = legalMoves(at);
    const quiet = moves.filter((uci) => /^([bg][18][acfh][36]|[acfh][36][bg][18])$/.test(uci));
    const choice = quiet.length > 0 && dice(3) > 0 ? quiet : moves;
    const uci = choice[dice(choice.length)] as string;
    const to = must(play(at, uci));
    steps.push({ at, uci, to });
    at = to;
  }
  return steps;
}
