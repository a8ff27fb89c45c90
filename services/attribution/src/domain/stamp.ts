import type { AnalysisCompleted } from '@atomicdb/events';

/** What one analysis adds to the boards. */
export interface Stamp {
  readonly passId: string;
  /** Empty: nobody. */
  readonly accountId: string;
  readonly machine: string;
  /** UTC day of the completion, YYYY-MM-DD. */
  readonly day: string;
  /** variant:key */
  readonly position: string;
  readonly nodes: number;
}

/** Boards group by the authenticated account that delivered; the machine's name identifies nobody (V, "Contributing"). */
export function stampOf(analysis: AnalysisCompleted): Stamp {
  return {
    passId: analysis.passId,
    accountId: analysis.accountId,
    machine: analysis.machine,
    day: dayOf(analysis.completedAt),
    position: analysis.position,
    nodes: analysis.creditedNodes,
  };
}

/** As every event is written; matching it costs a fifth of parsing it. */
const utcMoment =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/** UTC day of a moment in RFC 3339; throws for what is none. */
export function dayOf(moment: string): string {
  if (utcMoment.test(moment)) return moment.slice(0, 10);
  if (Number.isNaN(Date.parse(moment))) throw new RangeError(`${moment} is no moment`);
  return new Date(moment).toISOString().slice(0, 10);
}

export const boardWindows = ['today', '7d', '30d', 'all'] as const;
export type BoardWindow = (typeof boardWindows)[number];

const windowDays: Record<BoardWindow, number | null> = { today: 1, '7d': 7, '30d': 30, all: null };

/** First UTC day of a window that ends with the given day; null without limit. */
export function firstDayOf(window: BoardWindow, today: string): string | null {
  const days = windowDays[window];
  if (days === null) return null;
  const first = new Date(`${today}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() - days + 1);
  return first.toISOString().slice(0, 10);
}
