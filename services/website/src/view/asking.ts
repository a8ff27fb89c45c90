import type { OpenRequest, PositionRow, Problem, RequestAnswer } from '@atomicdb/rest';

import { counted, formatCount, formatNodes, formatRung } from './numbers';

/** What the page says about asking, and about what came of it (queue.md, "Asking"; website.md Q1, Q3). */

export function buttonText(budgetNodes: number): string {
  return `Ask for an analysis at ${formatRung(budgetNodes)} nodes`;
}

/** Why there is no button; null where there is one. */
export function whyNoButton(row: PositionRow): string | null {
  if (row.status !== 'UNKNOWN') return 'This position is solved. There is nothing left to ask for.';
  if (row.next_budget === null)
    return 'The top of the ladder has been searched here. There is no deeper rung to ask for.';
  return null;
}

export function answerText(answer: RequestAnswer): string {
  const rung = `${formatRung(answer.budget)} nodes`;
  switch (answer.status) {
    case 'queued':
      return `Queued at ${rung}. ${aheadText(answer)}`;
    case 'joined':
      return `Joined the request that already asks for ${rung}. ${aheadText(answer)}`;
    case 'already-running':
      return `Already running: a worker searches this position at ${rung} now.`;
    case 'already-yours':
      return `Already yours: you asked for ${rung} before. ${aheadText(answer)}`;
  }
}

interface Place {
  requests_ahead: number | null;
  nodes_ahead: number | null;
}

export function aheadText(place: Place): string {
  if (place.requests_ahead === null) return 'Its place is not known yet.';
  if (place.requests_ahead === 0) return 'It is next in line.';
  const nodes = place.nodes_ahead === null ? '' : ` (${formatNodes(place.nodes_ahead)} nodes)`;
  return `${counted(place.requests_ahead, 'request')} ahead${nodes}.`;
}

/** Passes of a position; an answer given at fewer of them has been overtaken by its analysis. */
export function passCount(row: PositionRow | null): number {
  return row?.analysis?.passes.length ?? 0;
}

/** "3 of 5,000 waiting requests": the allowance of who asked. */
export function allowanceText(answer: RequestAnswer): string {
  const who = answer.account ?? 'anonymous';
  return `Waiting requests of ${who}: ${formatCount(answer.pending)} of ${formatCount(answer.cap)}.`;
}

export function refusalText(problem: Problem): string {
  if (problem.code === 'queue-cap') return `The queue cap is reached. ${problem.detail}`;
  return problem.detail;
}

export function openRequestText(request: OpenRequest): string {
  const rung = `${formatRung(request.budget)} nodes`;
  switch (request.state) {
    case 'PENDING':
      return `Waiting at ${rung}. ${aheadText(request)}${namesText(request.names)}`;
    case 'LEASED':
      return `Running: ${formatNodes(request.progress_nodes)} of ${rung}.${namesText(request.names)}`;
    case 'DELIVERED':
      return `Delivered at ${rung}. The result is being entered.`;
  }
}

function namesText(names: number): string {
  return names > 1 ? ` ${formatCount(names)} people asked for it.` : '';
}

/** Progress from 0 to 1. */
export function progressOf(request: OpenRequest): number {
  if (request.state === 'DELIVERED') return 1;
  return request.budget === 0 ? 0 : Math.min(1, request.progress_nodes / request.budget);
}

const QUESTIONS: Record<string, string> = {
  walked: 'No engine has searched this line yet',
  repetition: 'Nobody has searched whether the repetition is forced',
  thin: 'The value rests on a far thinner search than the one it displaced',
  line: 'A line promises more than any searched move',
  refuted: 'The first line of the last search has been refuted',
};

export function questionText(reason: string): string {
  return QUESTIONS[reason] ?? `Open question: ${reason}`;
}
