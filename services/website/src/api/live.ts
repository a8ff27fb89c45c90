import type { SiteEvents } from '@atomicdb/rest';

import { BASE } from '../view/urls';

/** Server-sent events are hints: they say what to read again (api.md). One stream serves the whole page. */
export type Hint = { [K in keyof SiteEvents]: { name: K; data: SiteEvents[K] } }[keyof SiteEvents];

export type StreamState = 'connecting' | 'live' | 'cut';

const NAMES: readonly (keyof SiteEvents)[] = ['position', 'queue', 'fleet', 'reset'];
const REOPEN_MS = 5000;

const listeners = new Set<(hint: Hint) => void>();
const stateListeners = new Set<(state: StreamState) => void>();
let state: StreamState = 'connecting';
let source: EventSource | null = null;

export function streamState(): StreamState {
  return state;
}

export function onHint(listener: (hint: Hint) => void): () => void {
  listeners.add(listener);
  openStream();
  return () => listeners.delete(listener);
}

export function onStreamState(listener: (state: StreamState) => void): () => void {
  stateListeners.add(listener);
  openStream();
  return () => stateListeners.delete(listener);
}

function openStream(): void {
  if (source !== null) return;
  source = new EventSource(`${BASE}api/events`);
  source.onopen = () => opened();
  source.onerror = () => lost();
  for (const name of NAMES)
    source.addEventListener(name, (event: MessageEvent<string>) => heard(name, event.data));
}

/** What happened while the stream was cut is unknown, so everything shown is read again. */
function opened(): void {
  if (state === 'cut') tell({ name: 'reset', data: {} });
  setState('live');
}

/** The browser reconnects by itself, except after an answer that is no stream. */
function lost(): void {
  setState('cut');
  if (source?.readyState !== EventSource.CLOSED) return;
  setTimeout(() => {
    source = null;
    openStream();
  }, REOPEN_MS);
}

function heard(name: keyof SiteEvents, text: string): void {
  try {
    tell({ name, data: JSON.parse(text) } as Hint);
  } catch {
    tell({ name: 'reset', data: {} });
  }
}

function tell(hint: Hint): void {
  for (const listener of listeners) listener(hint);
}

function setState(next: StreamState): void {
  if (state === next) return;
  state = next;
  for (const listener of stateListeners) listener(next);
}
