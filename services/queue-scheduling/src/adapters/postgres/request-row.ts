/** A request as the service tells others of it; bigint arrives as text. */
export interface RequestRow {
  request_id: string;
  position: string;
  budget_nodes: string;
  state: 'PENDING' | 'LEASED' | 'DELIVERED' | 'COMPLETED' | 'CANCELLED';
  author_account_id: string;
  progress_nodes: string;
  names: number;
  yours: boolean;
}

/** `$1` is the account whose name is looked for. */
export const requestColumns = `r.request_id, r.position, r.budget_nodes, r.state, r.author_account_id, r.progress_nodes,
  r.names, exists (select from names own where own.request_id = r.request_id and own.account_id = $1) as yours`;
