import type { JSX } from 'preact';

import { compositionText } from '../view/rows';
import type { Composition } from '../view/rows';

export function CompositionLine({ legal, made }: { legal: number; made: Composition }): JSX.Element {
  return (
    <p
      class="composition"
      data-testid="composition"
      data-searched={made.searched}
      data-seeded={made.seeded}
      data-queued={made.queued}
    >
      {compositionText(legal, made)}
    </p>
  );
}
