import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import type { LegalMove } from '../view/route';

const PIECES: Record<string, string> = { q: 'Queen', r: 'Rook', b: 'Bishop', n: 'Knight' };
const ORDER = 'qrbn';

interface PromotionProps {
  moves: readonly LegalMove[];
  onChoose: (uci: string) => void;
  onDismiss: () => void;
}

/** Which man a pawn becomes; Escape takes the move back. */
export function Promotion({ moves, onChoose, onDismiss }: PromotionProps): JSX.Element {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const sorted = [...moves].sort((a, b) => ORDER.indexOf(lastOf(a)) - ORDER.indexOf(lastOf(b)));
  const dismissOnEscape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onDismiss();
  };
  return (
    <div class="promotion" role="dialog" aria-label="Promote to" onKeyDown={dismissOnEscape}>
      {sorted.map((move, index) => (
        <button
          key={move.uci}
          type="button"
          ref={index === 0 ? first : null}
          onClick={() => onChoose(move.uci)}
        >
          {PIECES[lastOf(move)] ?? move.uci}
        </button>
      ))}
      <button type="button" onClick={onDismiss}>
        Take back
      </button>
    </div>
  );
}

function lastOf(move: LegalMove): string {
  return move.uci.slice(-1);
}
