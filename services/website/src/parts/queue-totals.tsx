import type { QueuePage } from '@atomicdb/rest';
import type { JSX } from 'preact';

import { formatCount, formatNodes } from '../view/numbers';

export function QueueTotals({ page }: { page: QueuePage }): JSX.Element {
  return (
    <dl class="figures" data-testid="queue-totals">
      <Figure name="waiting requests" value={formatCount(page.waiting_requests)} />
      <Figure name="waiting nodes" value={formatNodes(page.waiting_nodes)} />
      <Figure name="running" value={formatCount(page.running)} />
    </dl>
  );
}

function Figure({ name, value }: { name: string; value: string }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
