const lookMs = 5_000;
/** A process that stood still for a while finds its consumers late at first: only what stays dead is dead. */
const looksUntilDead = 3;

/** Looks whether a process lives, and tells once when it stays dead. Gives what ends the watch. */
export function watchLife(
  faults: () => readonly string[],
  onDeath: (faults: readonly string[]) => void,
  everyMs = lookMs,
): () => void {
  let looks = 0;
  const timer = setInterval(() => {
    const found = faults();
    looks = found.length === 0 ? 0 : looks + 1;
    if (looks < looksUntilDead) return;
    clearInterval(timer);
    onDeath(found);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
