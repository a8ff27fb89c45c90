declare module 'kafkajs/src/network/requestQueue' {
  class RequestQueue {
    pending: unknown[];
    throttledUntil: number;
    atomicdbQuiet?: boolean;
    scheduleCheckPendingRequests(): void;
  }
  export = RequestQueue;
}
