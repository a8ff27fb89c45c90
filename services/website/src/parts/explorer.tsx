import type { PositionRow, Problem } from '@atomicdb/rest';
import type { JSX } from 'preact';

import { usePosition } from '../api/doors';
import { cutText } from '../view/route';
import type { Route } from '../view/route';
import { unopenedRow } from '../view/rows';
import { BoardPanel } from './board-panel';
import { CompositionLine } from './composition';
import { EngineLines } from './engine-lines';
import { useFocusAfterMove, useNews } from './explorer-news';
import { HeadlinePanel } from './headline';
import { MoveTable } from './move-table';
import { Passes } from './passes';
import { PositionText } from './position-text';
import { ProblemNote } from './problem-note';
import { Questions } from './questions';
import { RequestPanel } from './request-panel';

/** One position at the end of a line: what is known of it, its moves, and what can be asked. */
export function Explorer({ route }: { route: Route }): JSX.Element {
  const { fen } = route.position;
  const { value: row, problem, reread } = usePosition(route.variant, fen);
  useNews(route, row);
  useFocusAfterMove(fen);
  return (
    <div class="explore" aria-busy={row === null && problem === null}>
      <CutNotice route={route} />
      {row !== null && problem !== null && <ProblemNote problem={problem} />}
      <HeadlinePanel route={route} row={row} problem={problem} />
      <BoardPanel route={route} arrow={row?.backed_move ?? null} />
      <Moves route={route} row={row} isUnseen={isUnseen(problem)} />
      <div class="aside">
        {canAsk(route, row, problem) && (
          <RequestPanel variant={route.variant} fen={fen} row={row} onAnswer={reread} />
        )}
        {row !== null && <Questions row={row} />}
      </div>
      <div class="more-panels">
        {row?.analysis != null && (
          <>
            <EngineLines analysis={row.analysis} route={route} />
            <Passes passes={row.analysis.passes} route={route} />
          </>
        )}
        <PositionText variant={route.variant} fen={fen} />
      </div>
    </div>
  );
}

/** 404 of the query door: a position that the tree does not have. */
function isUnseen(problem: Problem | null): boolean {
  return problem?.status === 404;
}

/** Where the rules end the game there is nothing to search, in the tree or not. */
function canAsk(route: Route, row: PositionRow | null, problem: Problem | null): boolean {
  return row !== null || (isUnseen(problem) && route.ending === null);
}

function CutNotice({ route }: { route: Route }): JSX.Element | null {
  if (route.cut === null) return null;
  return (
    <p class="notice notice-warn" data-testid="line-cut">
      {cutText(route.cut)}
    </p>
  );
}

/** Rows of the API, or the legal moves of a position that nobody has opened. */
function Moves({
  route,
  row,
  isUnseen: unseen,
}: {
  route: Route;
  row: PositionRow | null;
  isUnseen: boolean;
}): JSX.Element {
  const legal = unseen ? route.legal.map((move) => unopenedRow(move.uci, move.san, move.fen)) : [];
  return (
    <section class="rows" aria-label="Moves">
      {row !== null && <CompositionLine legal={row.legal} made={row.composition} />}
      <MoveTable route={route} moves={row?.moves ?? legal} backedMove={row?.backed_move ?? null} />
    </section>
  );
}
