import type { PassSummary } from '@atomicdb/rest';
import type { JSX } from 'preact';

import { formatCount, formatNodes, formatRung, formatValue, formatWhen } from '../view/numbers';
import type { Route } from '../view/route';

/** Newest first: how the evaluation moved as the search went deeper (V, "API"). */
export function Passes({ passes, route }: { passes: readonly PassSummary[]; route: Route }): JSX.Element {
  const sans = new Map(route.legal.map((move) => [move.uci, move.san]));
  return (
    <section class="panel" aria-labelledby="passes-title">
      <h2 id="passes-title">Passes</h2>
      <div class="wide" tabIndex={0} role="group" aria-labelledby="passes-title">
        <table class="plain" data-testid="passes">
          <thead>
            <tr>
              <th scope="col">Delivered</th>
              <th scope="col" class="num">
                Rung
              </th>
              <th scope="col" class="num">
                Nodes
              </th>
              <th scope="col" class="num">
                Lines
              </th>
              <th scope="col" class="num">
                Value
              </th>
              <th scope="col">Move</th>
              <th scope="col" class="num">
                Depth
              </th>
              <th scope="col">By</th>
              <th scope="col">Engine</th>
            </tr>
          </thead>
          <tbody>
            {passes.map((pass) => (
              <PassRow key={pass.pass_id} pass={pass} sans={sans} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function PassRow({ pass, sans }: { pass: PassSummary; sans: ReadonlyMap<string, string> }): JSX.Element {
  return (
    <tr data-testid="pass" data-pass={pass.pass_id}>
      <td>
        <time dateTime={pass.completed_at}>{formatWhen(pass.completed_at)}</time>
      </td>
      <td class="num">{formatRung(pass.budget)}</td>
      <td class="num" title={`${formatCount(pass.nodes)} nodes`}>
        {formatNodes(pass.nodes)}
      </td>
      <td class="num">{pass.width}</td>
      <td class="num">{pass.cp === null ? '–' : formatValue(pass.cp)}</td>
      <td>{pass.move === null ? '–' : (sans.get(pass.move) ?? pass.move)}</td>
      <td class="num">{pass.depth}</td>
      <td>{pass.account ?? 'nobody'}</td>
      <td>{pass.engine}</td>
    </tr>
  );
}
