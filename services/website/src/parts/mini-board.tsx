import type { JSX } from 'preact';

import { squaresOf } from '../view/sides';

/** A picture of the men of a FEN; the text beside it says the same, so it is hidden from readers of text. */
export function MiniBoard({ fen }: { fen: string }): JSX.Element {
  const squares = squaresOf(fen) ?? Array<null>(64).fill(null);
  return (
    <div class="mini-board" aria-hidden="true">
      {squares.map((man, index) => (
        <span key={index} class={man === null ? '' : `man ${man.side} ${man.role}`} />
      ))}
    </div>
  );
}
