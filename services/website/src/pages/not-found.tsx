import type { JSX } from 'preact';

import { Link } from '../parts/navigation';
import { BASE } from '../view/urls';

export function NotFound(): JSX.Element {
  return (
    <div class="column">
      <h1>No such page</h1>
      <p>
        There is nothing at this address. <Link href={BASE}>Start from the front page.</Link>
      </p>
    </div>
  );
}
