import type { MoveRow } from '@atomicdb/rest';
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';

import { reentryChip, rowChips } from '../view/chips';
import { lineTo } from '../view/route';
import type { LegalMove, Route } from '../view/route';
import { unopenedText } from '../view/rows';
import { exploreUrl } from '../view/urls';
import { Chips } from './chip';
import { Disabled } from './move-row';
import { Link } from './navigation';

interface UnopenedProps {
  route: Route;
  rows: readonly MoveRow[];
  legal: ReadonlyMap<string, LegalMove>;
  /** True where no move of the position is known: then they show at once. */
  isAlone: boolean;
}

export function Unopened({ route, rows, legal, isAlone }: UnopenedProps): JSX.Element {
  const [isOpen, setOpen] = useState(isAlone);
  const id = useId();
  return (
    <div class="unopened">
      <button
        type="button"
        class="unopened-title"
        data-testid="unopened"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {unopenedText(rows.length)}
        <span class="unopened-hint">{isOpen ? 'hide' : 'show'}</span>
      </button>
      <ul class="unopened-moves" id={id} hidden={!isOpen}>
        {isOpen &&
          rows.map((row) => (
            <UnopenedMove key={row.uci} row={row} route={route} legal={legal.get(row.uci) ?? null} />
          ))}
      </ul>
    </div>
  );
}

function UnopenedMove({
  row,
  route,
  legal,
}: {
  row: MoveRow;
  route: Route;
  legal: LegalMove | null;
}): JSX.Element {
  const reenters = legal?.reenters === true;
  return (
    <li data-testid="move-row" data-uci={row.uci} data-kind={row.kind} data-reenters={reenters}>
      {reenters ? (
        <Disabled san={row.san} />
      ) : (
        <Link href={exploreUrl(lineTo(route, route.plies.length, [row.uci]))}>{row.san}</Link>
      )}
      <Chips chips={reenters ? [reentryChip()] : rowChips(row, null)} variant={route.variant} />
    </li>
  );
}
