import type { MoveRow } from '@atomicdb/rest';
import type { JSX } from 'preact';

import { reentryChip, rowChips } from '../view/chips';
import { formatNodes, formatValue } from '../view/numbers';
import { lineTo } from '../view/route';
import type { LegalMove, Route } from '../view/route';
import { exploreUrl } from '../view/urls';
import { Chips } from './chip';
import { Link, navigate } from './navigation';

interface MoveRowProps {
  row: MoveRow;
  route: Route;
  legal: LegalMove | null;
  isBacked: boolean;
}

export function MoveTableRow({ row, route, legal, isBacked }: MoveRowProps): JSX.Element {
  const href = exploreUrl(lineTo(route, route.plies.length, [row.uci]));
  const reenters = legal?.reenters === true;
  const chips = reenters ? [reentryChip()] : rowChips(row, legal?.ending ?? null);
  return (
    <tr
      data-testid="move-row"
      data-uci={row.uci}
      data-kind={row.kind}
      data-reenters={reenters}
      class={rowClass(reenters, isBacked)}
      onClick={reenters ? undefined : (event) => openRow(event, href)}
    >
      <td class="san">{reenters ? <Disabled san={row.san} /> : <Link href={href}>{row.san}</Link>}</td>
      <ValueCell cp={row.value} />
      <td class="chips">
        <Chips chips={chips} variant={route.variant} />
      </td>
      <td class="num">{row.nodes === null ? '' : formatNodes(row.nodes)}</td>
      <td class="num">{row.passes === 0 ? '' : row.passes}</td>
    </tr>
  );
}

function ValueCell({ cp }: { cp: number | null }): JSX.Element {
  return (
    <td class="num value" data-testid="row-value" data-cp={cp ?? ''}>
      {cp === null ? <NoValue /> : formatValue(cp)}
    </td>
  );
}

function rowClass(reenters: boolean, isBacked: boolean): string {
  if (reenters) return 'is-disabled';
  return isBacked ? 'is-playable is-backed' : 'is-playable';
}

/** The whole row is a target for the mouse; links inside keep their own meaning. */
function openRow(event: MouseEvent, href: string): void {
  const isInLink = event.target instanceof Element && event.target.closest('a') !== null;
  const isSelecting = (getSelection()?.toString() ?? '') !== '';
  if (!isInLink && !isSelecting) navigate(href);
}

/** "Switched off in navigation, not merely labelled" (R); still reachable by key, so that its chip can be read. */
export function Disabled({ san }: { san: string }): JSX.Element {
  return (
    <a role="link" aria-disabled="true" tabIndex={0}>
      {san}
    </a>
  );
}

function NoValue(): JSX.Element {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span class="sr-only">no value</span>
    </>
  );
}
