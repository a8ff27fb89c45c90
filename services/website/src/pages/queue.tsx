import type { QueuePage, QueueRow } from '@atomicdb/rest';
import type { JSX } from 'preact';

import { useQueue } from '../api/doors';
import { ProblemNote } from '../parts/problem-note';
import { QueueTotals } from '../parts/queue-totals';
import { formatCount, formatNodes, formatRung, formatWhen } from '../view/numbers';

/** "One commons, and it is public at the queue page: one row per account" (V). */
export function Queue(): JSX.Element {
  const { value, problem } = useQueue();
  return (
    <div class="column wide-column">
      <h1>The queue</h1>
      <p class="lead">
        One row per account, in the order the next search is taken. It is read from the same view that the
        queue leases from.
      </p>
      {problem !== null && <ProblemNote problem={problem} />}
      {value !== null && <QueueTotals page={value} />}
      {value !== null && <Order page={value} />}
    </div>
  );
}

function Order({ page }: { page: QueuePage }): JSX.Element {
  if (page.rows.length === 0) return <p class="empty">Nothing is waiting and nothing is running.</p>;
  return (
    <>
      <div class="wide" tabIndex={0} role="group" aria-label="Order of the accounts">
        <table class="plain" data-testid="queue-table">
          <thead>
            <tr>
              <th scope="col" class="num">
                Place
              </th>
              <th scope="col">Account</th>
              <th scope="col" class="num">
                Waiting
              </th>
              <th scope="col" class="num">
                Running
              </th>
              <th scope="col">By rung</th>
              <th scope="col" class="num">
                Ahead of the clock
              </th>
              <th scope="col">Oldest ask</th>
              <th scope="col" class="num">
                Shared
              </th>
            </tr>
          </thead>
          <tbody>
            {page.rows.map((row) => (
              <AccountRow key={row.account} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="fine">
        Clock of the commons: {formatNodes(Number(page.clock))} nodes. A row’s distance to it is what the
        account has queued beyond its turn. Shared rows have more than one name on them.
      </p>
    </>
  );
}

function AccountRow({ row }: { row: QueueRow }): JSX.Element {
  const rungs = row.by_rung
    .map((entry) => `${formatCount(entry.requests)} × ${formatRung(entry.budget)}`)
    .join(', ');
  return (
    <tr data-testid="queue-row" data-account={row.account}>
      <td class="num">{row.place ?? '–'}</td>
      <th scope="row">{row.account}</th>
      <td class="num">{formatCount(row.waiting_requests)}</td>
      <td class="num">{formatCount(row.running)}</td>
      <td>{rungs === '' ? '–' : rungs}</td>
      <td class="num">{row.tag_distance === null ? '–' : formatNodes(row.tag_distance)}</td>
      <td>
        {row.oldest_ask === null ? '–' : <time dateTime={row.oldest_ask}>{formatWhen(row.oldest_ask)}</time>}
      </td>
      <td class="num">{formatCount(row.shared)}</td>
    </tr>
  );
}
