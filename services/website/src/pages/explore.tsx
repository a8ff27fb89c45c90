import '../styles/board.css';
import '../styles/explore.css';

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { Explorer } from '../parts/explorer';
import { FenForm } from '../parts/fen-form';
import { walkRoute } from '../view/route';
import { readLine } from '../view/urls';

export function Explore({ address }: { address: URL }): JSX.Element {
  const line = readLine(address.search);
  const result = useMemo(() => walkRoute(line), [address.search]);
  if (result.ok) return <Explorer route={result.route} />;
  return (
    <div class="column">
      <h1>This position cannot be opened</h1>
      <p class="notice notice-warn" data-testid="fen-error" data-code={result.code}>
        {result.message}
      </p>
      <FenForm variant={line.variant} fen={line.fen ?? ''} />
    </div>
  );
}
