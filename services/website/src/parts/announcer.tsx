import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** One polite live region for the whole page: news for those who do not see it change. */

const listeners = new Set<(text: string) => void>();

export function announce(text: string): void {
  for (const listener of listeners) listener(text);
}

export function Announcer(): JSX.Element {
  const [text, setText] = useState('');
  useEffect(() => {
    listeners.add(setText);
    return () => void listeners.delete(setText);
  }, []);
  return (
    <div class="sr-only" role="status" aria-live="polite" data-testid="live-region">
      {text}
    </div>
  );
}
