import type { JSX } from 'preact';

import { MethodAdjudicator } from '../parts/method-adjudicator';
import { MethodApi } from '../parts/method-api';
import { MethodQueue } from '../parts/method-queue';
import { MethodValues } from '../parts/method-values';

export function Method(): JSX.Element {
  return (
    <article class="column prose">
      <h1>Method</h1>
      <p class="lead">
        Every number on this site comes from one of a few places. This page says which, and what each of them
        does not claim.
      </p>
      <MethodValues />
      <MethodQueue />
      <MethodAdjudicator />
      <MethodApi />
    </article>
  );
}
