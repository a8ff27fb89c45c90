import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { BASE } from '../view/urls';

/** The address bar is the only state of where one is: back, forward and reload keep the line. */

const MOVED = 'atomicdb:moved';

export function navigate(href: string): void {
  history.pushState(null, '', href);
  dispatchEvent(new Event(MOVED));
}

export function useAddress(): URL {
  const [href, setHref] = useState(location.href);
  useEffect(() => {
    const read = (): void => setHref(location.href);
    addEventListener('popstate', read);
    addEventListener(MOVED, read);
    return () => {
      removeEventListener('popstate', read);
      removeEventListener(MOVED, read);
    };
  }, []);
  return new URL(href);
}

interface LinkProps {
  href: string;
  children: ComponentChildren;
  class?: string;
  'aria-label'?: string;
  'aria-current'?: 'page' | 'step';
  'data-testid'?: string;
}

/** An ordinary link that stays in the page where the browser would not open another tab. */
export function Link({ href, children, ...rest }: LinkProps): JSX.Element {
  return (
    <a {...rest} href={href} onClick={(event) => follow(event, href)}>
      {children}
    </a>
  );
}

function follow(event: MouseEvent, href: string): void {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!isPlain || !href.startsWith(BASE)) return;
  event.preventDefault();
  event.stopPropagation();
  navigate(href);
}
