import '../styles/board.css';
import '../styles/explore.css';

import type { PositionRow } from '@atomicdb/rest';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';

import { usePosition, useSite } from '../api/doors';
import { announce } from '../parts/announcer';
import { BoardPanel } from '../parts/board-panel';
import { CompositionLine } from '../parts/composition';
import { EngineLines } from '../parts/engine-lines';
import { FenForm } from '../parts/fen-form';
import { HeadlineOfProblem, HeadlineOfRow, HeadlineOfUnseen } from '../parts/headline';
import { MoveTable } from '../parts/move-table';
import { Passes } from '../parts/passes';
import { PositionText } from '../parts/position-text';
import { RequestPanel } from '../parts/request-panel';
import { headerChip } from '../view/chips';
import { headlineOf } from '../view/headline';
import { cutText, walkRoute } from '../view/route';
import type { Route } from '../view/route';
import { unopenedRow } from '../view/rows';
import { readLine } from '../view/urls';

export function Explore({ address }: { address: URL }): JSX.Element {
  const line = readLine(address.search);
  const result = useMemo(() => walkRoute(line), [address.search]);
  if (result.ok) return <Explorer route={result.route} />;
  return (
    <div class="column">
      <h1>This position cannot be opened</h1>
      <p class="notice notice-warn" data-testid="fen-error" data-code={result.code}>
        {result.message}
      </p>
      <FenForm variant={line.variant} fen={line.fen ?? ''} />
    </div>
  );
}

function Explorer({ route }: { route: Route }): JSX.Element {
  const fen = route.position.fen;
  const { value: row, problem, reread } = usePosition(route.variant, fen);
  const isUnseen = row === null && problem?.status === 404;
  const isShown = row !== null || isUnseen;
  const ladder = useSite()?.ladder ?? null;
  const rows = row?.moves ?? (isUnseen ? unseenRows(route) : []);
  useNews(route, row);
  useFocusAfterMove(fen);
  return (
    <div class="explore" aria-busy={!isShown && problem === null}>
      {route.cut !== null && (
        <p class="notice notice-warn explore-notice" data-testid="line-cut">
          {cutText(route.cut)}
        </p>
      )}
      {row !== null && <HeadlineOfRow row={row} route={route} />}
      {isUnseen && <HeadlineOfUnseen route={route} />}
      {!isShown && <HeadlineOfProblem text={problem === null ? '…' : 'no answer'} reason={problem?.detail ?? 'Reading…'} />}
      <BoardPanel route={route} arrow={row?.backed_move ?? null} />
      <section class="rows" aria-label="Moves">
        {row !== null && <CompositionLine legal={row.legal} made={row.composition} />}
        <MoveTable route={route} moves={rows} backedMove={row?.backed_move ?? null} />
      </section>
      <div class="aside">
        {isShown && canAsk(row, route) && (
          <RequestPanel variant={route.variant} fen={fen} row={row} firstRung={ladder?.[0] ?? null} onAnswer={reread} />
        )}
        <PositionText variant={route.variant} fen={fen} />
      </div>
      {row?.analysis != null && (
        <div class="more-panels">
          <EngineLines analysis={row.analysis} route={route} />
          <Passes passes={row.analysis.passes} route={route} />
        </div>
      )}
    </div>
  );
}

/** Where the rules end the game there is nothing to search, in the tree or not. */
function canAsk(row: PositionRow | null, route: Route): boolean {
  return row !== null || route.ending === null;
}

function unseenRows(route: Route): PositionRow['moves'] {
  return route.legal.map((move) => unopenedRow(move.uci, move.san, move.fen));
}

/** Says the headline aloud when the position or its number changes. */
function useNews(route: Route, row: PositionRow | null): void {
  const headline = row === null ? null : headlineOf(row, route.ending).text;
  const chip = row === null ? null : (headerChip(row)?.text ?? null);
  const last = route.plies.at(-1)?.san ?? 'Start of the line';
  useEffect(() => {
    if (headline !== null) announce(`${last}: ${headline}${chip === null ? '' : `, ${chip}`}`);
  }, [route.position.fen, headline, chip]);
}

/** A played row leaves the table with its link; the focus goes to the headline instead of nowhere. */
function useFocusAfterMove(fen: string): void {
  const isFirst = useRef(true);
  useEffect(() => {
    const hasFocus = document.activeElement !== null && document.activeElement !== document.body;
    if (!isFirst.current && !hasFocus) {
      document.querySelector<HTMLElement>('[data-testid=headline]')?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [fen]);
}
