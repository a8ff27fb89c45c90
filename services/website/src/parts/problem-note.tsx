import type { Problem } from '@atomicdb/rest';
import type { JSX } from 'preact';

export function ProblemNote({ problem }: { problem: Problem }): JSX.Element {
  return (
    <p class="notice notice-warn" data-testid="problem" data-code={problem.code}>
      {problem.detail}
    </p>
  );
}
