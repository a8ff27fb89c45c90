import { Rejected, type Decider } from '@atomicdb/decider';
import type { AnalysisCompleted, DomainEvent } from '@atomicdb/events';

/**
 * The result of one request. WAITING: none has been accepted. COMPLETED: the pass that came first, for good; sent again
 * it is a duplicate, any other is stale. Source: architecture.md, "Delivery".
 */
export type ResultState =
  { readonly state: 'WAITING' } | { readonly state: 'COMPLETED'; readonly passId: string };

export const result: Decider<ResultState, AnalysisCompleted, DomainEvent<'AnalysisCompleted'>> = {
  initial: { state: 'WAITING' },
  decide(pass, state) {
    switch (state.state) {
      case 'WAITING':
        return [{ type: 'AnalysisCompleted', data: pass }];
      case 'COMPLETED':
        if (state.passId === pass.passId) return [];
        throw new Rejected(
          'stale',
          'Another result completed this request first; this one is not needed.',
          'lease_id',
        );
    }
  },
  evolve: (_state, { data }) => ({ state: 'COMPLETED', passId: data.passId }),
};
