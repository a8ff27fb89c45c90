import type { PositionRow, Problem } from '@atomicdb/rest';
import type { JSX } from 'preact';

import { headerChip } from '../view/chips';
import {
  headlineOf,
  headlineWithoutRow,
  ownSearchText,
  proofLimit,
  supportText,
  walkedText,
} from '../view/headline';
import type { Headline } from '../view/headline';
import { counted } from '../view/numbers';
import type { Route } from '../view/route';
import { ChipView } from './chip';
import { Tip } from './tip';

interface HeadlinePanelProps {
  route: Route;
  row: PositionRow | null;
  problem: Problem | null;
}

/** One position, one number, and where it comes from. The section stays while its content changes: it holds the focus. */
export function HeadlinePanel({ route, row, problem }: HeadlinePanelProps): JSX.Element {
  const { fen } = route.position;
  const headline =
    row === null ? headlineWithoutRow(fen, route.ending, problem) : headlineOf(row, route.ending);
  return (
    <section
      class="headline"
      data-testid="headline"
      data-kind={row?.kind ?? 'none'}
      aria-labelledby="headline-value"
      tabIndex={-1}
    >
      <div class="headline-row">
        <Value headline={headline} />
        {row !== null && <Beside row={row} />}
      </div>
      <p class="headline-reason" data-testid="headline-reason">
        {headline.reason}
      </p>
      {row === null ? <NoRowStatus route={route} problem={problem} /> : <Facts row={row} />}
      {row !== null && <Notes row={row} />}
    </section>
  );
}

function Value({ headline }: { headline: Headline }): JSX.Element {
  const isWord = headline.cp === null || !/\d/.test(headline.text);
  return (
    <h1
      id="headline-value"
      class={isWord ? 'headline-value is-word' : 'headline-value'}
      data-testid="headline-value"
      data-cp={headline.cp ?? ''}
    >
      {headline.text}
    </h1>
  );
}

function Beside({ row }: { row: PositionRow }): JSX.Element {
  const chip = headerChip(row);
  const own = ownSearchText(row);
  return (
    <>
      {chip !== null && <ChipView chip={chip} variant={row.variant} />}
      {own !== null && <Tip label="own search" text={own} testId="own-search" />}
    </>
  );
}

/** Nothing is proven of a position that the tree does not have, unless the rules end the game there. */
function NoRowStatus({ route, problem }: { route: Route; problem: Problem | null }): JSX.Element | null {
  if (problem?.status !== 404 || route.ending !== null) return null;
  return (
    <p class="facts">
      <span class="status" data-testid="status" data-status="UNKNOWN">
        UNKNOWN
      </span>
    </p>
  );
}

function Facts({ row }: { row: PositionRow }): JSX.Element {
  const support = supportText(row);
  const questions = row.open_questions.length;
  return (
    <p class="facts">
      <span class={`status status-${row.status.toLowerCase()}`} data-testid="status" data-status={row.status}>
        {row.status}
        {row.closure !== null && <span data-testid="gate"> · {row.closure}</span>}
      </span>
      {support !== null && <span data-testid="support">{support}</span>}
      {questions > 0 && (
        <a href="#questions" data-testid="question-mark">
          ? {counted(questions, 'open question')}
        </a>
      )}
    </p>
  );
}

function Notes({ row }: { row: PositionRow }): JSX.Element {
  const limit = proofLimit(row);
  const walked = walkedText(row);
  return (
    <>
      {limit !== null && <p class="fine">{limit}</p>}
      {walked !== null && (
        <p class="fine" data-testid="walked-note">
          {walked}
        </p>
      )}
    </>
  );
}
