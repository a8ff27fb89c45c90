import type { PositionRow } from '@atomicdb/rest';
import { useEffect, useRef } from 'preact/hooks';

import { headerChip } from '../view/chips';
import { headlineOf } from '../view/headline';
import type { Route } from '../view/route';
import { announce } from './announcer';

/** Says the headline aloud when the position or its number changes. */
export function useNews(route: Route, row: PositionRow | null): void {
  const news = row === null ? null : newsOf(route, row);
  useEffect(() => {
    if (news !== null) announce(news);
  }, [route.position.fen, news]);
}

function newsOf(route: Route, row: PositionRow): string {
  const where = route.plies.at(-1)?.san ?? 'Start of the line';
  const chip = headerChip(row);
  const value = headlineOf(row, route.ending).text;
  return chip === null ? `${where}: ${value}` : `${where}: ${value}, ${chip.text}`;
}

/** A played row leaves the table with its link; the focus goes to the headline instead of nowhere. */
export function useFocusAfterMove(fen: string): void {
  const isFirst = useRef(true);
  useEffect(() => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (!isFirst.current && isNowhere) {
      document.querySelector<HTMLElement>('[data-testid=headline]')?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [fen]);
}
