import type { SiteFacts } from '@atomicdb/rest';

import { formatRung } from './numbers';

/** The rungs of this installation, and how they stand to the true ladder (architecture.md, `npm start`). */
export function ladderText(site: SiteFacts): string {
  const rungs = site.ladder.map(formatRung).join(', ');
  switch (site.ladder_name) {
    case 'laptop':
      return `Laptop ladder: ${rungs} nodes, the true one divided by 500.`;
    case 'full':
      return `Ladder: ${rungs} nodes.`;
    default:
      return `Ladder of this installation: ${rungs} nodes; the true one is 128M, 512M, 2B, 10B.`;
  }
}
