import { children, type ChessPosition, type ChildMove } from '@atomicdb/chess';
import type { Gate, MoveRow, RowKind, Status } from '@atomicdb/rest';
import type { MoveRow as OpenedMove } from '@atomicdb/rpc';
import { toAnchorLink } from './anchor-link';
import { mateOf } from './score';

const unopened = {
  child: null,
  value: null,
  mate: null,
  kind: 'none',
  nodes: null,
  plies: null,
  anchor: null,
  child_status: 'UNKNOWN',
  child_closure: null,
  searched: false,
  passes: 0,
  queued: false,
  running: false,
} as const satisfies Partial<MoveRow>;

/** Every legal move: the opened ones in the order they came in, then the others in UCI order. */
export function moveRows(position: ChessPosition, opened: readonly OpenedMove[]): MoveRow[] {
  const left = new Map([...children(position)].map((move) => [move.uci, move]));
  const rows: MoveRow[] = [];
  for (const row of opened) {
    const move = left.get(row.uci);
    if (!move || !left.delete(row.uci)) continue;
    rows.push({ ...identity(move), ...openedFields(move, row) });
  }
  return [...rows, ...[...left.values()].map((move) => ({ ...identity(move), ...unopened }))];
}

function identity({ uci, san, child }: ChildMove): Pick<MoveRow, 'uci' | 'san' | 'child_fen'> {
  return { uci, san, child_fen: child.fen };
}

function openedFields({ child }: ChildMove, row: OpenedMove): Omit<MoveRow, 'uci' | 'san' | 'child_fen'> {
  return {
    child: child.key,
    value: row.value ?? null,
    mate: mateOf(row.value ?? null),
    kind: row.kind as RowKind,
    nodes: row.nodes ?? null,
    plies: row.plies ?? null,
    anchor: toAnchorLink(row.anchor),
    child_status: (row.childStatus || 'UNKNOWN') as Status,
    child_closure: (row.childClosure || null) as Gate | null,
    searched: row.searched,
    passes: row.passes,
    queued: row.queued,
    running: row.running,
  };
}
