import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Config } from '@lichess-org/chessground/config';
import type { Key } from '@lichess-org/chessground/types';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { candidates, destinations, squaresOfMove } from '../view/board-moves';
import type { LegalMove, Route } from '../view/route';
import type { Side } from '../view/sides';
import { sideToMove } from '../view/sides';
import { Promotion } from './promotion';

interface BoardProps {
  route: Route;
  orientation: Side;
  /** UCI of the move the value came through, drawn as an arrow. */
  arrow: string | null;
  onPlay: (uci: string) => void;
}

/** The board. Moves that would re-enter the line are no destinations (R). */
export function Board({ route, orientation, arrow, onPlay }: BoardProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const api = useRef<Api | null>(null);
  const [choice, setChoice] = useState<LegalMove[]>([]);
  const play = (from: Key, to: Key): void => {
    const moves = candidates(route.legal, from, to);
    const [only] = moves;
    if (moves.length > 1) setChoice(moves);
    else if (only !== undefined) onPlay(only.uci);
  };
  const config = boardConfig(route, orientation, arrow, play);
  useEffect(() => {
    if (host.current === null) return undefined;
    api.current = Chessground(host.current, config);
    return () => api.current?.destroy();
  }, []);
  useEffect(() => {
    setChoice([]);
    api.current?.set(config);
  }, [route, orientation, arrow]);
  const dismiss = (): void => {
    setChoice([]);
    api.current?.set(config);
  };
  return (
    <div class="board-frame">
      <div class="board" ref={host} data-testid="board" />
      {choice.length > 0 && <Promotion moves={choice} onChoose={(uci) => onPlay(uci)} onDismiss={dismiss} />}
    </div>
  );
}

function boardConfig(
  route: Route,
  orientation: Side,
  arrow: string | null,
  play: (from: Key, to: Key) => void,
): Config {
  const turn = sideToMove(route.position.fen);
  const last = squaresOfMove(route.plies.at(-1)?.uci ?? null);
  const drawn = squaresOfMove(arrow);
  return {
    fen: route.position.fen,
    orientation,
    turnColor: turn,
    lastMove: last === null ? [] : [...last],
    coordinates: true,
    autoCastle: true,
    animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 180 },
    movable: {
      free: false,
      color: turn,
      dests: destinations(route.legal),
      showDests: true,
      events: { after: play },
    },
    premovable: { enabled: false },
    drawable: {
      enabled: true,
      autoShapes: drawn === null ? [] : [{ orig: drawn[0], dest: drawn[1], brush: 'blue' }],
    },
  };
}
