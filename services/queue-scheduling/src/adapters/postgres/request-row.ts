/** A request as the service tells others of it; bigint arrives as text. */
export interface RequestRow {
  request_id: string;
  position: string;
  budget_nodes: string;
  state: 'PENDING' | 'LEASED' | 'DELIVERED' | 'COMPLETED' | 'CANCELLED';
  progress_nodes: string;
  names: number;
}

export const requestColumns = 'r.request_id, r.position, r.budget_nodes, r.state, r.progress_nodes, r.names';
