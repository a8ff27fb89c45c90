import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { lineTo } from '../view/route';
import type { Route } from '../view/route';
import { otherSide, sideName, sideToMove } from '../view/sides';
import type { Side } from '../view/sides';
import { numberedSan } from '../view/stored-line';
import { exploreUrl } from '../view/urls';
import { Board } from './board';
import { Link, navigate } from './navigation';

export function BoardPanel({ route, arrow }: { route: Route; arrow: string | null }): JSX.Element {
  const [orientation, setOrientation] = useState<Side>('white');
  const here = route.plies.length;
  const play = (uci: string): void => navigate(exploreUrl(lineTo(route, here, [uci])));
  return (
    <section class="board-panel" aria-label="Board">
      <Board route={route} orientation={orientation} arrow={arrow} onPlay={play} />
      <div class="controls">
        <StepLink route={route} ply={0} isOff={here === 0} text="Start" />
        <StepLink route={route} ply={here - 1} isOff={here === 0} text="Back" />
        <button type="button" class="control" onClick={() => setOrientation(otherSide(orientation))}>
          Flip
        </button>
        <ArrowNote route={route} arrow={arrow} />
      </div>
      {here > 0 && <PlayedLine route={route} />}
    </section>
  );
}

function StepLink({
  route,
  ply,
  isOff,
  text,
}: {
  route: Route;
  ply: number;
  isOff: boolean;
  text: string;
}): JSX.Element {
  if (isOff) {
    return (
      <a class="control" role="link" aria-disabled="true">
        {text}
      </a>
    );
  }
  return (
    <Link class="control" href={exploreUrl(lineTo(route, ply))}>
      {text}
    </Link>
  );
}

/** Where to look, and no more: "it is not a recommendation an engine made here" (V). */
function ArrowNote({ route, arrow }: { route: Route; arrow: string | null }): JSX.Element {
  const via = route.legal.find((move) => move.uci === arrow) ?? null;
  if (via === null) return <span class="arrow-note">{sideName(sideToMove(route.position.fen))} to move</span>;
  return (
    <span class="arrow-note" data-testid="backed-move" data-move={via.uci}>
      <b>{via.san}</b>: the value came this way
    </span>
  );
}

/** The line being played; each move goes back to its own position. */
function PlayedLine({ route }: { route: Route }): JSX.Element {
  const first = sideToMove(route.startFen) === 'white' ? 0 : 1;
  const last = route.plies.length - 1;
  return (
    <ol class="played" data-testid="played-line" aria-label="Line played">
      {route.plies.map((ply, index) => (
        <li key={index}>
          <Link
            href={exploreUrl(lineTo(route, index + 1))}
            {...(index === last ? { 'aria-current': 'step' as const } : {})}
          >
            {numberedSan(first + index, ply.san, index === 0)}
          </Link>
        </li>
      ))}
    </ol>
  );
}
