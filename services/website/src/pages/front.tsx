import '../styles/pieces.css';
import '../styles/front.css';

import type { JSX } from 'preact';

import { useQueue } from '../api/doors';
import { Boards } from '../parts/boards';
import { FenForm } from '../parts/fen-form';
import { Link } from '../parts/navigation';
import { ProblemNote } from '../parts/problem-note';
import { QueueTotals } from '../parts/queue-totals';
import { BASE, DEFAULT_VARIANT } from '../view/urls';

export function Front(): JSX.Element {
  return (
    <div class="front">
      <section class="hero">
        <h1>Atomic chess, searched in the open</h1>
        <p class="lead">
          A public database of engine analyses, kept as one graph of positions. Ask for a search, watch it
          arrive, and see for every number which search it came from.
        </p>
        <FenForm variant={DEFAULT_VARIANT} fen="" />
      </section>
      <div class="front-panels">
        <Boards />
        <QueuePanel />
      </div>
    </div>
  );
}

function QueuePanel(): JSX.Element {
  const { value, problem } = useQueue();
  return (
    <section class="panel" aria-labelledby="queue-title">
      <h2 id="queue-title">The queue</h2>
      {problem !== null && <ProblemNote problem={problem} />}
      {value !== null && <QueueTotals page={value} />}
      <p>
        One commons for everybody. Every account advances by the nodes it already has queued, so the first
        request of a newcomer is served before the thousandth of anybody else.
      </p>
      <Link class="step-in" href={`${BASE}queue`}>
        See the order
      </Link>
    </section>
  );
}
