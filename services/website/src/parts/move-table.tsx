import type { MoveRow } from '@atomicdb/rest';
import type { JSX } from 'preact';

import type { LegalMove, Route } from '../view/route';
import { groupRows } from '../view/rows';
import { MoveTableRow } from './move-row';
import { Unopened } from './unopened';

interface MoveTableProps {
  route: Route;
  moves: readonly MoveRow[];
  backedMove: string | null;
}

/** Every legal move in the order of the API; replies nobody has opened have no values and stand apart. */
export function MoveTable({ route, moves, backedMove }: MoveTableProps): JSX.Element {
  const { known, unopened } = groupRows(moves);
  const legal = new Map(route.legal.map((move) => [move.uci, move]));
  return (
    <>
      {known.length > 0 && <Table route={route} rows={known} legal={legal} backedMove={backedMove} />}
      {unopened.length > 0 && (
        <Unopened
          key={known.length === 0 ? 'alone' : 'below'}
          route={route}
          rows={unopened}
          legal={legal}
          isAlone={known.length === 0}
        />
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
