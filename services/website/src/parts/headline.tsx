import type { PositionRow } from '@atomicdb/rest';
import type { ComponentChildren, JSX } from 'preact';

import { headerChip } from '../view/chips';
import { endedHeadline, headlineOf, ownSearchText, proofLimit, supportText } from '../view/headline';
import type { Headline } from '../view/headline';
import { counted } from '../view/numbers';
import type { Route } from '../view/route';
import { ChipView } from './chip';
import { Tip } from './tip';

interface FrameProps {
  headline: Headline;
  kind: string;
  /** Chip and tooltip beside the number. */
  beside?: ComponentChildren;
  children?: ComponentChildren;
}

function Frame({ headline, kind, beside, children }: FrameProps): JSX.Element {
  const isWord = headline.cp === null || !/\d/.test(headline.text);
  return (
    <section
      class="headline"
      data-testid="headline"
      data-kind={kind}
      aria-labelledby="headline-value"
      tabIndex={-1}
    >
      <div class="headline-row">
        <h1
          id="headline-value"
          class={isWord ? 'headline-value is-word' : 'headline-value'}
          data-testid="headline-value"
          data-cp={headline.cp ?? ''}
        >
          {headline.text}
        </h1>
        {beside}
      </div>
      <p class="headline-reason" data-testid="headline-reason">
        {headline.reason}
      </p>
      {children}
    </section>
  );
}

/** One position, one number, and where it comes from. */
export function HeadlineOfRow({ row, route }: { row: PositionRow; route: Route }): JSX.Element {
  const chip = headerChip(row);
  const own = ownSearchText(row);
  const beside = (
    <>
      {chip !== null && <ChipView chip={chip} variant={row.variant} />}
      {own !== null && <Tip label="own search" text={own} testId="own-search" />}
    </>
  );
  return (
    <Frame headline={headlineOf(row, route.ending)} kind={row.kind} beside={beside}>
      <Facts row={row} />
      <Notes row={row} />
    </Frame>
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
  const isBought = row.requests.length > 0;
  return (
    <>
      {limit !== null && <p class="fine">{limit}</p>}
      {row.kind === 'walked' && (
        <p class="fine" data-testid="walked-note">
          No engine has searched this yet; verification is {isBought ? 'queued' : 'an open question'}.
        </p>
      )}
    </>
  );
}

/** A position that the tree does not have; what the rules say of it stands all the same. */
export function HeadlineOfUnseen({ route }: { route: Route }): JSX.Element {
  if (route.ending !== null) {
    return <Frame headline={endedHeadline(route.position.fen, route.ending)} kind="none" />;
  }
  const reason = 'Not in the tree yet; ask for an analysis to add it.';
  return (
    <Frame headline={{ cp: null, text: 'not in the tree', reason }} kind="none">
      <p class="facts">
        <span class="status" data-testid="status" data-status="UNKNOWN">
          UNKNOWN
        </span>
      </p>
    </Frame>
  );
}

export function HeadlineOfProblem({ text, reason }: { text: string; reason: string }): JSX.Element {
  return <Frame headline={{ cp: null, text, reason }} kind="none" />;
}
