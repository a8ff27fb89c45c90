import type { RulesPosition } from './position.js';
import type { EndReason, Side, Terminal } from './variant.js';

/** What the rules say of a position without looking at its moves' values; `plies` is null for a draw. */
export interface Verdict {
  readonly status: 'LOSS' | 'DRAW';
  readonly gate: 'TERMINAL' | 'ADJUDICATED';
  readonly plies: number | null;
}

export interface GameEnd {
  readonly reason: EndReason | 'insufficient' | 'ongoing';
  readonly result: '1-0' | '0-1' | '1/2-1/2' | '*';
}

/** Exploded king, checkmate or stalemate, from the side to move. Source: positions.md, "Terminal positions". */
export const terminal = (position: RulesPosition): Terminal | null => position.state.terminal();

/** No play can ever decide the position. */
export const material = (position: RulesPosition): boolean => position.state.material()?.level === 'dead';

/** The closure that the rules alone give; terminal positions come before any material rule. */
export const verdict = (position: RulesPosition): Verdict | null => {
  const ending = terminal(position);
  if (ending !== null) {
    return { status: ending.status, gate: 'TERMINAL', plies: ending.status === 'DRAW' ? null : ending.plies };
  }
  return material(position) ? { status: 'DRAW', gate: 'ADJUDICATED', plies: null } : null;
};

const resultAgainst = (loser: Side): '1-0' | '0-1' => (loser === 'white' ? '0-1' : '1-0');

/** The same as a game result, in the words of the `end` operation. */
export const end = (position: RulesPosition): GameEnd => {
  const ending = terminal(position);
  if (ending !== null) {
    const result = ending.status === 'DRAW' ? '1/2-1/2' : resultAgainst(position.state.turn);
    return { reason: ending.reason, result };
  }
  return material(position)
    ? { reason: 'insufficient', result: '1/2-1/2' }
    : { reason: 'ongoing', result: '*' };
};
