/** What the rules say of one position without search or scores. Source: positions.md, "Material". */
export interface PositionVerdict {
  variant: string;
  /** Canonical FEN. */
  fen: string;
  verdict: 'draw' | 'lost' | 'win-in-one' | 'undecided';
  level: 'dead' | 'check' | 'terminal' | 'undecided';
  rule: string | null;
  /** Number of legal moves. */
  legal: number;
  /** Moves that win at once. */
  moves: string[];
  /** Moves that no immediate end answers. */
  safe: string[];
  /** For every other move the reply that refutes it. */
  refutations: Record<string, string>;
  assumptions: string[];
}

/** What stands after one ply of a game; ply 0 is the start. */
export interface PlyVerdict {
  ply: number;
  uci: string | null;
  san: string | null;
  verdict: PositionVerdict['verdict'] | 'claimable';
  rule: string | null;
  loser: 'white' | 'black' | null;
  result: '1-0' | '0-1' | '1/2-1/2' | '*';
  /** What was looked at and is not judged. */
  note: string | null;
}

/** A game judged after every move, to its end. Counters of its FEN are read. */
export interface GameVerdict {
  variant: string;
  /** Canonical FEN of the start. */
  fen: string;
  plies: PlyVerdict[];
  /** Draws that the side to move may claim by announcing this move. */
  claims: { uci: string; rule: string }[];
  assumptions: string[];
}

/** A FEN of a batch: the moves only where the verdict asked for a look at them. */
export type BriefVerdict = Pick<PositionVerdict, 'variant' | 'fen' | 'verdict' | 'level' | 'rule' | 'legal'> &
  Partial<Pick<PositionVerdict, 'moves' | 'safe' | 'refutations'>>;

/** One item of a batch, in the order of the call. */
export type BatchItem =
  BriefVerdict | GameVerdict | { error: { code: string; detail: string; ply?: number } };

export interface BatchVerdicts {
  variant: string;
  answers: BatchItem[];
  assumptions: string[];
  /** Items that could not be read. */
  failed: number;
}

/** POST /atomicdb/api/adjudicate: one FEN, one game, or a batch. */
export type AdjudicateAnswer = PositionVerdict | GameVerdict | BatchVerdicts;
