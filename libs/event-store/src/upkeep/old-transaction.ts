/**
 * The transaction that events of another cluster are given: below every horizon, as no transaction of any cluster has
 * this id.
 */
export const oldTransaction = '1';
