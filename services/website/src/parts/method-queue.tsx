import type { JSX } from 'preact';

import { useSite } from '../api/doors';
import { ladderText } from '../view/ladder';
import { BASE } from '../view/urls';
import { Link } from './navigation';

export function MethodQueue(): JSX.Element {
  const site = useSite();
  return (
    <>
      <h2>Repetition</h2>
      <p>
        The explorer is a graph of positions, not a tree: move counters are erased and each position is stored
        once. A repetition therefore belongs to the line you are playing and never to a position. A move that
        would re-enter that line is switched off, and a stored line is shown up to where it first comes back.
      </p>
      <h2>The queue</h2>
      <p>
        One commons, public at the <Link href={`${BASE}queue`}>queue page</Link>. The unit is nodes, not rows:
        every account advances by the nodes it already has queued. Asking for a position that somebody else
        already asked for joins their request. Asking again buys a deeper search, up the ladder; 5,000
        requests of one person may wait.
      </p>
      {site !== null && <p>{ladderText(site)}</p>}
      <h2>Run a worker</h2>
      <p>
        Contributing compute needs an account and the worker. From a clone of the project, register an account
        (see the API below), put its password into a file, and run
      </p>
      <pre>
        <code>npm run worker -- --server HOST:50051 --username NAME --password-file FILE</code>
      </pre>
      <p>
        It brings an engine of its own; <code>--engine PATH</code> takes a native one, which is several times
        faster. Each completed analysis is recorded under the account that delivered it. Without hardware, use
        the request button: it rides the same queue.
      </p>
    </>
  );
}
