import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { onStreamState, streamState } from '../api/live';
import type { StreamState } from '../api/live';
import { BASE, DEFAULT_VARIANT, exploreUrl } from '../view/urls';
import type { Page } from '../view/urls';
import { Link } from './navigation';

const EXPLORE = exploreUrl({ variant: DEFAULT_VARIANT, fen: null, moves: [] });

export function SiteHeader({ page }: { page: Page }): JSX.Element {
  return (
    <header class="site-header">
      <Link class="brand" href={BASE} aria-label="AtomicDB, front page">
        <Mark />
        <span>AtomicDB</span>
      </Link>
      <nav aria-label="Pages">
        <NavLink href={EXPLORE} isHere={page === 'explore'} text="Explore" />
        <NavLink href={`${BASE}queue`} isHere={page === 'queue'} text="Queue" />
        <NavLink href={`${BASE}method`} isHere={page === 'method'} text="Method" />
      </nav>
      <Stream />
    </header>
  );
}

function NavLink({ href, isHere, text }: { href: string; isHere: boolean; text: string }): JSX.Element {
  return (
    <Link href={href} {...(isHere ? { 'aria-current': 'page' as const } : {})}>
      {text}
    </Link>
  );
}

const STATES: Record<StreamState, string> = { connecting: 'connecting', live: 'live', cut: 'reconnecting' };

/** Freshness: whether the stream of hints is open, in words. */
function Stream(): JSX.Element {
  const [state, setState] = useState(streamState());
  useEffect(() => onStreamState(setState), []);
  return (
    <span class={`stream stream-${state}`} data-testid="stream-state">
      <span class="sr-only">Updates: </span>
      {STATES[state]}
    </span>
  );
}

function Mark(): JSX.Element {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <ellipse cx="16" cy="16" rx="13" ry="5" transform="rotate(30 16 16)" />
      <ellipse cx="16" cy="16" rx="13" ry="5" transform="rotate(-30 16 16)" />
      <ellipse cx="16" cy="16" rx="5" ry="13" />
      <circle cx="16" cy="16" r="3" />
    </svg>
  );
}
