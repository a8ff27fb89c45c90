import type { JSX } from 'preact';

import type { Chip } from '../view/chips';
import { exploreUrl } from '../view/urls';
import { Link } from './navigation';

export function Chips({ chips, variant }: { chips: readonly Chip[]; variant: string }): JSX.Element | null {
  if (chips.length === 0) return null;
  return (
    <span class="chip-list">
      {chips.map((chip) => (
        <ChipView key={chip.text} chip={chip} variant={variant} />
      ))}
    </span>
  );
}

/** "Where the chip is a link, it jumps to the position the value comes from" (V). */
export function ChipView({ chip, variant }: { chip: Chip; variant: string }): JSX.Element {
  const tone = `chip chip-${chip.tone}`;
  if (chip.anchor === null) {
    return (
      <span class={tone} data-testid="chip" title={chip.meaning}>
        {chip.text}
      </span>
    );
  }
  return (
    <span class={tone} data-testid="chip" title={`${chip.meaning} Opens the position the value comes from.`}>
      <Link data-testid="chip-link" href={exploreUrl({ variant, fen: chip.anchor.fen, moves: [] })}>
        {chip.text}
        <span class="sr-only">, to the position the value comes from</span>
      </Link>
    </span>
  );
}
