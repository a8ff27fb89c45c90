/** A position that is decided by proof. Source: backing.md, "Closures (proofs), before any value". */
export type Closure =
  | { readonly status: 'WIN' | 'LOSS'; readonly gate: Gate; readonly plies: number }
  | { readonly status: 'DRAW'; readonly gate: Gate; readonly plies: null };

/** TERMINAL and ADJUDICATED are given by the rules of the variant, CHILDREN follows from the moves below. */
export type Gate = 'TERMINAL' | 'ADJUDICATED' | 'CHILDREN';

export function won(plies: number): Closure {
  return { status: 'WIN', gate: 'CHILDREN', plies };
}

export function lost(plies: number): Closure {
  return { status: 'LOSS', gate: 'CHILDREN', plies };
}

export const drawn: Closure = { status: 'DRAW', gate: 'CHILDREN', plies: null };

export function sameClosure(a: Closure | null, b: Closure | null): boolean {
  if (a === null || b === null) return a === b;
  return a.status === b.status && a.gate === b.gate && a.plies === b.plies;
}

/** Throws RangeError for an unknown status or gate and for a decision without its plies. */
export function makeClosure(status: string, gate: string, plies: number | null): Closure {
  if (!isGate(gate)) throw new RangeError(`no closure has the gate ${gate}`);
  if (status === 'DRAW') return { status, gate, plies: null };
  if ((status !== 'WIN' && status !== 'LOSS') || plies === null) {
    throw new RangeError(`no closure has the status ${status} and plies ${plies}`);
  }
  return { status, gate, plies };
}

function isGate(text: string): text is Gate {
  return text === 'TERMINAL' || text === 'ADJUDICATED' || text === 'CHILDREN';
}
