import type { SiteFacts } from '@atomicdb/rest';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { useSite } from '../api/doors';
import { squaresOf } from '../view/sides';
import { DEFAULT_VARIANT, exploreUrl } from '../view/urls';
import { variantName } from '../view/variants';
import { MiniBoard } from './mini-board';
import { Link, navigate } from './navigation';

/** Opens a position by FEN; the explorer checks it by the rules and says what is wrong with it. */
export function FenForm({ variant: given, fen: first }: { variant: string; fen: string }): JSX.Element {
  const site = useSite();
  const variants = site?.variants ?? [];
  const known = variants.some((entry) => entry.name === given);
  const [variant, setVariant] = useState(known || site === null ? given : DEFAULT_VARIANT);
  const [fen, setFen] = useState(first);
  const start = variants.find((entry) => entry.name === variant)?.start_fen ?? '';
  const open = (event: Event): void => {
    event.preventDefault();
    navigate(exploreUrl({ variant, fen: fen.trim() === '' ? null : fen.trim(), moves: [] }));
  };
  return (
    <form class="fen-form" onSubmit={open} aria-label="Open a position">
      <MiniBoard fen={squaresOf(fen) === null ? start : fen} />
      <div class="fen-fields">
        <VariantChoice variants={variants} chosen={variant} onChoose={setVariant} />
        <label for="fen">FEN</label>
        <div class="fen-row">
          <input
            id="fen"
            name="fen"
            type="text"
            data-testid="fen-input"
            value={fen}
            placeholder={start}
            maxLength={200}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setFen(event.currentTarget.value)}
          />
          <button type="submit" class="primary" data-testid="open-fen">
            Open
          </button>
        </div>
        <StartLinks variants={variants} />
      </div>
    </form>
  );
}

interface VariantChoiceProps {
  variants: SiteFacts['variants'];
  chosen: string;
  onChoose: (name: string) => void;
}

function VariantChoice({ variants, chosen, onChoose }: VariantChoiceProps): JSX.Element {
  return (
    <fieldset class="variants">
      <legend>Variant</legend>
      {variants.map(({ name }) => (
        <label key={name}>
          <input
            type="radio"
            name="variant"
            value={name}
            checked={name === chosen}
            onChange={() => onChoose(name)}
          />
          {variantName(name)}
        </label>
      ))}
    </fieldset>
  );
}

function StartLinks({ variants }: { variants: SiteFacts['variants'] }): JSX.Element {
  return (
    <p class="start-links">
      {variants.map(({ name, start_fen: fen }) => (
        <Link key={name} href={exploreUrl({ variant: name, fen, moves: [] })} data-testid={`start-${name}`}>
          {variantName(name)}: start position
        </Link>
      ))}
    </p>
  );
}
