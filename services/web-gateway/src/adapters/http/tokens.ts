export const PEERS = Symbol('WEB_GATEWAY_PEERS');
export const SITE = Symbol('WEB_GATEWAY_SITE');
export const ALLOWANCE = Symbol('WEB_GATEWAY_ALLOWANCE');
export const STREAMS = Symbol('WEB_GATEWAY_STREAMS');

/** What the pages need to know of this installation. */
export interface Site {
  /** Rungs in nodes, ascending. */
  readonly ladder: readonly number[];
  readonly ladderName: 'full' | 'laptop' | 'custom';
}
