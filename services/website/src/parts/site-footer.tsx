import type { SiteFacts } from '@atomicdb/rest';
import type { JSX } from 'preact';

import { useSite } from '../api/doors';
import { ladderText } from '../view/ladder';

export function SiteFooter(): JSX.Element {
  const site = useSite();
  return (
    <footer class="site-footer">
      {site !== null && <Ladder site={site} />}
      <p>Scores are centipawns from the side to move. Every number says where it came from.</p>
    </footer>
  );
}

function Ladder({ site }: { site: SiteFacts }): JSX.Element {
  return <p data-testid="ladder">{ladderText(site)}</p>;
}
