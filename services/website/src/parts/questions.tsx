import type { PositionRow } from '@atomicdb/rest';
import type { JSX } from 'preact';

import { questionText } from '../view/asking';
import { exploreUrl, fenOfKey } from '../view/urls';
import { Link } from './navigation';

/** What nobody has settled yet: "the gap is recorded as an open question" (V). */
export function Questions({ row }: { row: PositionRow }): JSX.Element | null {
  if (row.open_questions.length === 0) return null;
  return (
    <section class="panel" id="questions" aria-labelledby="questions-title">
      <h2 id="questions-title">Open questions</h2>
      {row.open_questions.map((question) => (
        <p
          data-testid="open-question"
          data-reason={question.reason}
          key={`${question.reason} ${question.position}`}
        >
          {questionText(question.reason)}.{' '}
          <Link
            class="step-in"
            href={exploreUrl({ variant: row.variant, fen: fenOfKey(question.position), moves: [] })}
          >
            The position to search deeper
          </Link>
        </p>
      ))}
    </section>
  );
}
