const order = 'services/queue-scheduling/src/adapters/postgres/migrations/order-sql.ts';
const evaluate = 'services/backing/src/domain/evaluate-component.ts';
const contender = 'services/backing/src/domain/contender.ts';
const graph = 'services/backing/src/domain/graph.ts';
const gateway = 'services/web-gateway/src/application';
const door = 'services/web-gateway/src/adapters/http/asking.controller.ts';
const view = 'services/website/src/view';

/**
 * Where the rule of a claim lives, when that is not the source beside its unit test: of claims that only larger tests
 * prove, and of cases that go through a command.
 *
 * @type {Record<string, string[]>}
 */
export const ruleFiles = {
  'API-01': [door],
  'API-02': [`${gateway}/ask.ts`, 'services/queue-scheduling/src/domain/ladder.ts'],
  'API-04': [`${gateway}/ask.ts`],
  'API-08': [`${gateway}/ask.ts`],
  'API-10': ['services/positions/src/application/ensure.ts'],
  'API-11': [door],
  'API-15': ['services/queue-scheduling/src/application/with-receipt.ts'],
  'API-16': [`${gateway}/own-queue.ts`],
  'API-17': ['services/accounts/src/application/worker-sessions.ts'],
  'API-18': [`${gateway}/own-queue.ts`],
  'API-21': ['services/web-gateway/src/adapters/http/read-body.ts'],
  'API-24': [`${gateway}/position-row.ts`],
  'API-25': [`${gateway}/position-row.ts`],
  'API-26': [`${gateway}/move-rows.ts`],
  'API-27': [`${gateway}/analysis-block.ts`],
  'API-28': [`${gateway}/analysis-block.ts`],
  'API-29': [`${gateway}/analysis-block.ts`],
  'API-30': [`${gateway}/analysis-block.ts`],
  'API-32': [`${gateway}/read-position.ts`],
  'ATT-02': ['services/attribution/src/domain/stamp.ts'],
  'ATT-04': ['services/attribution/src/domain/stamp.ts'],
  'ATT-08': [
    'services/attribution/src/domain/stamp.ts',
    'services/attribution/src/application/get-boards.ts',
  ],
  'ATT-09': ['services/attribution/src/application/get-boards.ts', `${view}/boards.ts`],
  'ATT-10': ['services/accounts/src/application/worker-sessions.ts'],
  'BAK-01': [evaluate, contender],
  'BAK-02': [contender],
  'BAK-03': [contender],
  'BAK-04': [contender],
  'BAK-05': [contender],
  'BAK-06': ['services/backing/src/domain/backing.ts', contender],
  'BAK-07': [graph],
  'BAK-08': ['services/backing/src/domain/pass.ts'],
  'BAK-10': [graph, evaluate],
  'BAK-11': [evaluate],
  'BAK-12': [evaluate],
  'BAK-15': [evaluate],
  'BAK-16': [evaluate],
  'BAK-17': [evaluate, contender],
  'BAK-18': [`${gateway}/anchor-link.ts`, `${view}/chips.ts`],
  'BAK-23': [contender],
  'CAP-02': ['services/queue-scheduling/src/domain/decide-names.ts'],
  'CAP-03': ['services/queue-scheduling/src/domain/decide-names.ts'],
  'CRD-12': ['libs/bus/src/consumer-turn.ts'],
  'CRD-15': [
    'services/backing/src/domain/published.ts',
    'services/backing/src/application/publish-changes.ts',
  ],
  'CRD-20': ['services/attribution/src/projections/boards.ts', 'services/backing/src/projections/values.ts'],
  'PAG-02': [`${view}/chips.ts`],
  'PAG-03': [`${view}/chips.ts`],
  'PAG-07': [`${view}/chips.ts`],
  'QUE-02': ['services/queue-scheduling/src/adapters/postgres/order-page.ts'],
  'QUE-03': [order],
  'QUE-04': [order],
  'QUE-05': ['services/queue-scheduling/src/domain/order.ts', order],
  'QUE-19': [order],
  'REP-08': ['libs/chess/src/line.ts', `${gateway}/line-facts.ts`],
  'REP-09': [`${gateway}/line-facts.ts`],
  'VAL-03': ['services/backing/src/domain/pass.ts'],
  'VAL-08': ['services/backing/src/domain/prove.ts'],
  'VAL-10': [contender],
  'VAL-11': [contender, `${view}/headline.ts`],
  'VAL-12': [contender],
  'VAL-14': [evaluate, `${view}/headline.ts`],
  'VAL-15': [`${gateway}/position-row.ts`, `${view}/headline.ts`],
  'VAL-19': [`${gateway}/position-row.ts`],
  'VAL-20': [`${gateway}/position-row.ts`],
  'WJB-11': [`${gateway}/own-queue.ts`],
};
