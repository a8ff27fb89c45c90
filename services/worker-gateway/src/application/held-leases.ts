/** A stream that searches under a lease. */
export interface Holder {
  cancel(leaseId: string, reason: string): void;
}

/** Which stream of this process searches under which lease. Only a hint for notices: the queue's database decides. */
export class HeldLeases {
  private readonly holders = new Map<string, Holder>();

  get size(): number {
    return this.holders.size;
  }

  keep(leaseId: string, holder: Holder): void {
    this.holders.set(leaseId, holder);
  }

  drop(leaseId: string, holder: Holder): void {
    if (this.holders.get(leaseId) === holder) this.holders.delete(leaseId);
  }

  /** The lease is over: the search is no longer wanted. */
  ended(leaseId: string, reason: string): void {
    const holder = this.holders.get(leaseId);
    this.holders.delete(leaseId);
    holder?.cancel(leaseId, reason);
  }
}
