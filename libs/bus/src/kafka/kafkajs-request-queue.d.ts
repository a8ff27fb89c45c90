declare module 'kafkajs/src/network/requestQueue' {
  interface PushedRequest {
    readonly entry: { readonly correlationId: number };
    readonly expectResponse: boolean;
    sendRequest(): void;
  }
  class RequestQueue {
    constructor(options: { readonly logger: { debug(): void } });
    pending: unknown[];
    throttledUntil: number;
    atomicdbQuiet?: boolean;
    push(request: PushedRequest): void;
    destroy(): void;
    checkPendingRequests(): void;
    scheduleCheckPendingRequests(): void;
  }
  export = RequestQueue;
}
