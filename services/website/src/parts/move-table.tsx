import type { MoveRow } from '@atomicdb/rest';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { movesOf } from '../view/route';
import type { LegalMove, Route } from '../view/route';
import { groupRows, unopenedText } from '../view/rows';
import { MoveTableRow } from './move-row';

interface MoveTableProps {
  route: Route;
  moves: readonly MoveRow[];
  backedMove: string | null;
}

/** Every legal move in the order of the API; replies nobody has opened fold away behind a line of their own. */
export function MoveTable({ route, moves, backedMove }: MoveTableProps): JSX.Element {
  const { known, unopened } = groupRows(moves);
  const line = [route.startFen, ...movesOf(route)].join(' ');
  const [isOpen, setOpen] = useState(known.length === 0);
  useEffect(() => setOpen(known.length === 0), [line, known.length === 0]);
  const legal = new Map(route.legal.map((move) => [move.uci, move]));
  const rows = isOpen ? [...known, ...unopened] : known;
  return (
    <>
      {rows.length > 0 && <Table route={route} rows={rows} legal={legal} backedMove={backedMove} />}
      {unopened.length > 0 && (
        <button
          type="button"
          class="unopened"
          data-testid="unopened"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {unopenedText(unopened.length)}
          <span class="unopened-hint">{isOpen ? 'hide' : 'show'}</span>
        </button>
      )}
    </>
  );
}

interface TableProps {
  route: Route;
  rows: readonly MoveRow[];
  legal: ReadonlyMap<string, LegalMove>;
  backedMove: string | null;
}

function Table({ route, rows, legal, backedMove }: TableProps): JSX.Element {
  return (
    <table class="moves" data-testid="moves">
      <caption class="sr-only">Moves by best known value of the side to move</caption>
      <thead>
        <tr>
          <th scope="col">Move</th>
          <th scope="col" class="num">
            Value
          </th>
          <th scope="col">From</th>
          <th scope="col" class="num">
            Nodes
          </th>
          <th scope="col" class="num">
            Passes
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <MoveTableRow
            key={row.uci}
            row={row}
            route={route}
            legal={legal.get(row.uci) ?? null}
            isBacked={row.uci === backedMove}
          />
        ))}
      </tbody>
    </table>
  );
}
