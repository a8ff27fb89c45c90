/** A place of the HTTP surface and the methods it takes. */
export interface Door {
  readonly path: RegExp;
  readonly methods: readonly ('GET' | 'POST')[];
  /** Any page may read it, without credentials. Source: api.md, "Conventions": CORS on query and request only. */
  readonly openToPages?: true;
}

/** The one list of doors; what is not here is an unknown door. Each may end with a slash. */
export const doors: readonly Door[] = [
  { path: /^\/atomicdb\/api\/register$/, methods: ['POST'] },
  { path: /^\/atomicdb\/api\/request$/, methods: ['POST'], openToPages: true },
  { path: /^\/atomicdb\/api\/query$/, methods: ['GET'], openToPages: true },
  { path: /^\/atomicdb\/api\/my-queue$/, methods: ['POST'] },
  { path: /^\/atomicdb\/api\/queue-cancel\/[^/]+$/, methods: ['POST'] },
  { path: /^\/atomicdb\/api\/walk$/, methods: ['POST'] },
  { path: /^\/atomicdb\/api\/line$/, methods: ['GET'] },
  { path: /^\/atomicdb\/api\/same$/, methods: ['GET'] },
  { path: /^\/atomicdb\/api\/adjudicate$/, methods: ['POST'] },
  { path: /^\/atomicdb\/api\/boards$/, methods: ['GET'] },
  { path: /^\/atomicdb\/api\/queue$/, methods: ['GET'] },
  { path: /^\/atomicdb\/api\/site$/, methods: ['GET'] },
  { path: /^\/atomicdb\/api\/events$/, methods: ['GET'] },
  { path: /^\/atomicdb\/problems\/[^/]+$/, methods: ['GET'] },
  { path: /^$/, methods: ['GET'] },
  { path: /^\/atomicdb$/, methods: ['GET'] },
  { path: /^\/atomicdb\/(explore|queue|method)$/, methods: ['GET'] },
];

export function doorAt(path: string): Door | null {
  const bare = path.endsWith('/') ? path.slice(0, -1) : path;
  return doors.find((door) => door.path.test(bare)) ?? null;
}

/** Value of the Allow header. */
export function allowed({ methods }: Door): string {
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(
    ', ',
  );
}

export function takes({ methods }: Door, method: string): boolean {
  return (methods as readonly string[]).includes(method === 'HEAD' ? 'GET' : method);
}
