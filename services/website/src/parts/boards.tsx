import type { Board, BoardRow } from '@atomicdb/rest';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { useBoards } from '../api/doors';
import { fleetText, nobodyText, windowName } from '../view/boards';
import { formatCount, formatNodes } from '../view/numbers';
import { ProblemNote } from './problem-note';

/** Grouped by the account that delivered each analysis, never by a machine's name (V). */
export function Boards(): JSX.Element {
  const { value, problem } = useBoards();
  const [window, setWindow] = useState<Board['window']>('all');
  const board = value?.boards.find((entry) => entry.window === window) ?? null;
  return (
    <section class="panel" aria-labelledby="boards-title" data-testid="boards">
      <h2 id="boards-title">Who searched</h2>
      {problem !== null && <ProblemNote problem={problem} />}
      <div class="tabs" role="group" aria-label="Window">
        {(value?.boards ?? []).map((entry) => (
          <button
            key={entry.window}
            type="button"
            aria-pressed={entry.window === window}
            data-testid={`window-${entry.window}`}
            onClick={() => setWindow(entry.window)}
          >
            {windowName(entry.window)}
          </button>
        ))}
      </div>
      {board !== null && <BoardOfWindow board={board} />}
    </section>
  );
}

function BoardOfWindow({ board }: { board: Board }): JSX.Element {
  return (
    <>
      {board.rows.length === 0 ? (
        <p class="empty">No analysis was delivered in this window.</p>
      ) : (
        <BoardTable rows={board.rows} />
      )}
      <p class="total">
        Fleet: <b data-testid="fleet-total">{fleetText(board)}</b>
      </p>
      <p class="fine" data-testid="nobody-share">
        {nobodyText(board)}
      </p>
    </>
  );
}

function BoardTable({ rows }: { rows: readonly BoardRow[] }): JSX.Element {
  return (
    <table class="plain">
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col" class="num">
            Nodes
          </th>
          <th scope="col" class="num">
            Analyses
          </th>
          <th scope="col" class="num">
            Positions
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.account} data-testid="board-row" data-account={row.account}>
            <th scope="row">{row.account}</th>
            <td class="num" title={`${formatCount(row.nodes)} nodes`}>
              {formatNodes(row.nodes)}
            </td>
            <td class="num">{formatCount(row.analyses)}</td>
            <td class="num">{formatCount(row.positions)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
