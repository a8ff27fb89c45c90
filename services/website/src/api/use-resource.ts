import type { Problem } from '@atomicdb/rest';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

import { onHint } from './live';
import type { Hint } from './live';
import { readJson, recall } from './read-json';

export interface Resource<T> {
  value: T | null;
  problem: Problem | null;
  /** Reads the door again now. */
  reread: () => void;
}

interface Shown<T> {
  path: string | null;
  value: T | null;
  problem: Problem | null;
}

/** Hints of a burst are answered by one read. */
const GATHER_MS = 120;

export interface Reading<T> {
  /** Whether a hint calls for another read, given what is shown; `reset` always does. */
  wants: (hint: Hint, value: T | null) => boolean;
  /** Pause between reads while the page is visible; null for hints alone. */
  pollMs: (value: T | null) => number | null;
}

/** A door's body, shown from memory at once and read again on mount, on hints and by `pollMs`. */
export function useResource<T>(path: string | null, reading: Reading<T>): Resource<T> {
  const [shown, setShown] = useState<Shown<T>>({ path: null, value: null, problem: null });
  const current = shown.path === path ? shown : remembered<T>(path);
  const read = useRef<() => void>(() => undefined);

  useEffect(() => (path === null ? undefined : startReading<T>(path, setShown, read)), [path]);

  const latest = useRef({ reading, value: current.value });
  latest.current = { reading, value: current.value };
  useEffect(() => onHint((hint) => isWanted(hint, latest.current) && read.current()), []);
  usePoll(read, reading.pollMs(current.value));

  const reread = useCallback(() => read.current(), []);
  return { value: current.value, problem: current.problem, reread };
}

function isWanted<T>(hint: Hint, latest: { reading: Reading<T>; value: T | null }): boolean {
  return hint.name === 'reset' || latest.reading.wants(hint, latest.value);
}

function remembered<T>(path: string | null): Shown<T> {
  return { path, value: path === null ? null : recall<T>(path), problem: null };
}

type Box<T> = { current: T };

function startReading<T>(path: string, show: (next: Shown<T>) => void, read: Box<() => void>): () => void {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const readNow = async (): Promise<void> => {
    timer = null;
    const answer = await readJson<T>(path, abort.signal);
    if (abort.signal.aborted) return;
    if (answer.ok) show({ path, value: answer.value, problem: null });
    // An unreachable server leaves the last value standing beside the problem.
    else show({ path, value: answer.problem.status === 0 ? recall<T>(path) : null, problem: answer.problem });
  };
  read.current = () => {
    timer ??= setTimeout(() => void readNow(), GATHER_MS);
  };
  void readNow();
  return () => {
    abort.abort();
    if (timer !== null) clearTimeout(timer);
  };
}

function usePoll(read: Box<() => void>, pollMs: number | null): void {
  useEffect(() => {
    if (pollMs === null) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && read.current(), pollMs);
    return () => clearInterval(timer);
  }, [pollMs]);
}
