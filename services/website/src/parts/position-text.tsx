import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { menOf, sideName, sideToMove } from '../view/sides';
import { exploreUrl } from '../view/urls';
import { announce } from './announcer';
import { Link } from './navigation';

/** The position in words, its FEN to copy, and its address without the path walked. */
export function PositionText({ variant, fen }: { variant: string; fen: string }): JSX.Element {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(fen);
    setCopied(fen);
    announce('FEN copied');
  };
  return (
    <section class="panel" aria-labelledby="text-title">
      <h2 id="text-title">Position as text</h2>
      <p class="fen">
        <code data-testid="fen">{fen}</code>
        <button type="button" class="control" onClick={() => void copy()}>
          {copied === fen ? 'Copied' : 'Copy FEN'}
        </button>
        <Link class="control" href={exploreUrl({ variant, fen, moves: [] })}>
          Link to position
        </Link>
      </p>
      <dl class="men" data-testid="board-text">
        <dt>White</dt>
        <dd>{menOf(fen, 'white')}</dd>
        <dt>Black</dt>
        <dd>{menOf(fen, 'black')}</dd>
        <dt>To move</dt>
        <dd>
          {sideName(sideToMove(fen))}, {variant}
        </dd>
      </dl>
    </section>
  );
}
