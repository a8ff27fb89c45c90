import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { lineTo } from '../view/route';
import type { Route } from '../view/route';
import { otherSide, sideToMove } from '../view/sides';
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
        <span class="to-move">{sideToMove(route.position.fen) === 'white' ? 'White' : 'Black'} to move</span>
      </div>
      {here > 0 && <PlayedLine route={route} />}
    </section>
  );
}

function StepLink({ route, ply, isOff, text }: { route: Route; ply: number; isOff: boolean; text: string }): JSX.Element {
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
