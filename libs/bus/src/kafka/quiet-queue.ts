import RequestQueue from 'kafkajs/src/network/requestQueue';

/**
 * kafkajs 2.2.4 sets a timer of 1 ms again and again on every idle connection (its queue looks for pending requests
 * even where none waits and nothing throttles). The guard keeps the timer for when there is something to look for.
 */
export function quietIdleConnections(): void {
  const prototype = RequestQueue.prototype;
  if (prototype.atomicdbQuiet) return;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function scheduleWhenNeeded() {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
  };
  prototype.atomicdbQuiet = true;
}
