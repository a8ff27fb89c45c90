import type { Problem } from '@atomicdb/rest';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

import { onHint } from './live';
import type { Hint } from './live';
import { isPassing, readJson, recall } from './read-json';
import type { Answer } from './read-json';

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
const RETRY_MS = 5000;

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

type Show<T> = (next: (before: Shown<T>) => Shown<T>) => void;

/** One read at a time: what is asked for during a read is read after it, so answers cannot overtake each other. */
function startReading<T>(path: string, show: Show<T>, read: Box<() => void>): () => void {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isBusy = false;
  const readLater = (ms: number): void => {
    timer ??= setTimeout(() => void readNow(), ms);
  };
  const readNow = async (): Promise<void> => {
    timer = null;
    if (isBusy) return readLater(GATHER_MS);
    isBusy = true;
    const answer = await readJson<T>(path, abort.signal);
    isBusy = false;
    if (abort.signal.aborted) return;
    show((before) => shownAfter(before, path, answer));
    if (!answer.ok && isPassing(answer.problem)) readLater(RETRY_MS);
  };
  read.current = () => readLater(GATHER_MS);
  void readNow();
  return () => {
    abort.abort();
    if (timer !== null) clearTimeout(timer);
  };
}

/** An unchanged body changes nothing; a server that cannot answer leaves the last body standing. */
function shownAfter<T>(before: Shown<T>, path: string, answer: Answer<T>): Shown<T> {
  const value = answer.ok ? answer.value : isPassing(answer.problem) ? recall<T>(path) : null;
  const problem = answer.ok ? null : answer.problem;
  const isSame =
    before.path === path && before.value === value && before.problem === null && problem === null;
  return isSame ? before : { path, value, problem };
}

function usePoll(read: Box<() => void>, pollMs: number | null): void {
  useEffect(() => {
    if (pollMs === null) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && read.current(), pollMs);
    return () => clearInterval(timer);
  }, [pollMs]);
}
