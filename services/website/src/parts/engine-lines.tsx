import type { AnalysisBlock, AnalysisLine } from '@atomicdb/rest';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import { formatNodes, formatValue } from '../view/numbers';
import { lineTo } from '../view/route';
import type { Route } from '../view/route';
import { sideToMove } from '../view/sides';
import { numberedSan, shownLine } from '../view/stored-line';
import type { ShownLine } from '../view/stored-line';
import { exploreUrl } from '../view/urls';
import { Link } from './navigation';

/** Moves shown before a line folds. */
const FOLDED_PLIES = 12;

export function EngineLines({ analysis, route }: { analysis: AnalysisBlock; route: Route }): JSX.Element {
  const { previous } = analysis;
  return (
    <section class="panel" aria-labelledby="lines-title">
      <h2 id="lines-title">Engine lines</h2>
      <Lines lines={analysis.lines} route={route} />
      {previous !== null && (
        <>
          <h3>
            Earlier and wider pass, {previous.summary.width} lines at {formatNodes(previous.summary.nodes)}{' '}
            nodes
          </h3>
          <Lines lines={previous.lines} route={route} />
        </>
      )}
    </section>
  );
}

function Lines({ lines, route }: { lines: readonly AnalysisLine[]; route: Route }): JSX.Element {
  return (
    <ol class="lines">
      {lines.map((line) => (
        <LineItem key={line.rank} line={line} route={route} />
      ))}
    </ol>
  );
}

function LineItem({ line, route }: { line: AnalysisLine; route: Route }): JSX.Element {
  const shown = useMemo(() => shownLine(route, line.pv, line.pv_san), [route, line]);
  return (
    <li data-testid="engine-line" data-rank={line.rank} data-move={line.move}>
      <span class="line-value" data-cp={line.cp}>
        {formatValue(line.cp)}
      </span>
      <span class="line-depth" title={`depth ${line.depth}, selective depth ${line.seldepth}`}>
        d{line.depth}
      </span>
      <LineMoves shown={shown} route={route} />
    </li>
  );
}

function LineMoves({ shown, route }: { shown: ShownLine; route: Route }): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const folded = isWhole ? 0 : Math.max(0, shown.plies.length - FOLDED_PLIES);
  const plies = shown.plies.slice(0, shown.plies.length - folded);
  const first = sideToMove(route.position.fen) === 'white' ? 0 : 1;
  return (
    <span class="line-moves">
      {plies.map((ply, index) => (
        <Link
          key={index}
          href={exploreUrl(
            lineTo(
              route,
              route.plies.length,
              plies.slice(0, index + 1).map((p) => p.uci),
            ),
          )}
        >
          {numberedSan(first + index, ply.san, index === 0)}
        </Link>
      ))}
      {folded > 0 && (
        <button
          type="button"
          class="more"
          onClick={() => setWhole(true)}
          aria-label={`Show ${folded} more moves`}
        >
          +{folded}
        </button>
      )}
      {folded === 0 && shown.returnsTo !== null && <EndMark path={shown.returnsTo} route={route} />}
    </span>
  );
}

/** Where a line comes back, the rest is reached through the line above it (R). */
function EndMark({ path, route }: { path: string[]; route: Route }): JSX.Element {
  const href = exploreUrl({ variant: route.variant, fen: route.startFen, moves: path });
  return (
    <span class="end-mark" data-testid="line-end">
      the line comes back here; <Link href={href}>the rest is reached through the line above</Link>
    </span>
  );
}
