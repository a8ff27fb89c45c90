import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { Front } from './pages/front';
import { NotFound } from './pages/not-found';
import { Announcer } from './parts/announcer';
import { useAddress } from './parts/navigation';
import { SiteFooter } from './parts/site-footer';
import { SiteHeader } from './parts/site-header';
import { pageOf } from './view/urls';
import type { Page } from './view/urls';

interface PageProps {
  address: URL;
}

type Load = () => Promise<ComponentType<PageProps>>;

/** Pages with a board or much text come as chunks of their own; the front page is in the first one. */
const CHUNKS: Partial<Record<Page, Load>> = {
  explore: async () => (await import('./pages/explore')).Explore,
  queue: async () => (await import('./pages/queue')).Queue,
  method: async () => (await import('./pages/method')).Method,
};

const TITLES: Record<Page, string> = {
  front: 'AtomicDB: engine analyses of Atomic chess',
  explore: 'Explore · AtomicDB',
  queue: 'The queue · AtomicDB',
  method: 'Method · AtomicDB',
  unknown: 'No such page · AtomicDB',
};

export function App(): JSX.Element {
  const address = useAddress();
  const page = pageOf(address.pathname);
  useEffect(() => {
    document.title = TITLES[page];
    scrollTo(0, 0);
  }, [page]);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <SiteHeader page={page} />
      <main id="main" tabIndex={-1}>
        <PageBody page={page} address={address} />
      </main>
      <SiteFooter />
      <Announcer />
    </>
  );
}

function PageBody({ page, address }: { page: Page; address: URL }): JSX.Element {
  const load = CHUNKS[page];
  if (load !== undefined) return <Chunk key={page} load={load} address={address} />;
  return page === 'front' ? <Front /> : <NotFound />;
}

function Chunk({ load, address }: { load: Load; address: URL }): JSX.Element {
  const [Body, setBody] = useState<ComponentType<PageProps> | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    load().then(
      (loaded) => setBody(() => loaded),
      () => setFailed(true),
    );
  }, [load]);
  if (failed) return <p class="notice">This page could not be loaded. Reload to try again.</p>;
  return Body === null ? <p class="loading">Loading…</p> : <Body address={address} />;
}
