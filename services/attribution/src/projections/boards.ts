import type { Consumer } from '@atomicdb/bus';
import type { Database } from '@atomicdb/event-store';
import { addStamp } from '../adapters/postgres/add-stamp';
import { setAccountName } from '../adapters/postgres/set-account-name';
import { stampOf } from '../domain/stamp';

export const boardsProcessor = {
  name: 'attribution:boards:1',
  types: ['AnalysisCompleted', 'AccountRegistered'],
} as const;

/** Projection: nodes, analyses and positions by stamp and UTC day. */
export function makeBoards(database: Database): Consumer {
  return {
    ...boardsProcessor,
    database,
    async handle(tx, { event }) {
      if (event.type === 'AnalysisCompleted') await addStamp(tx, stampOf(event.data));
      if (event.type === 'AccountRegistered') await setAccountName(tx, event.data.accountId, event.data.name);
    },
  };
}
