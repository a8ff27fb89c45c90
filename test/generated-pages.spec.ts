interface EventsPage {
  eventsPage(
    catalogue: Record<string, { owner: string; schemaVersion: number }>,
    processors: readonly { name: string; types: readonly string[] }[],
  ): { text: string; faults: string[] };
}

interface ClaimsPage {
  claimsPage(specs: readonly { path: string; text: string }[], exists: (path: string) => boolean): string;
}

const { eventsPage } = jest.requireActual<EventsPage>('../tools/checks/events-page.mjs');
const { claimsPage } = jest.requireActual<ClaimsPage>('../tools/checks/claims-page.mjs');

const rowsOf = (text: string) => text.split('\n').filter((line) => /^\| [`A-Z]/.test(line));

describe('docs/events.md', () => {
  const catalogue = {
    RequestJoined: { owner: 'queue', schemaVersion: 1 },
    MovesOpened: { owner: 'positions', schemaVersion: 2 },
  };

  it('names owner, payload version and consumers of each event, sorted by owner', () => {
    const { text, faults } = eventsPage(catalogue, [
      { name: 'web-gateway:pages:1', types: ['RequestJoined'] },
      { name: 'backing:values:1', types: ['RequestJoined', 'MovesOpened'] },
    ]);
    expect(rowsOf(text)).toEqual([
      '| `MovesOpened` | positions | 2 | `backing:values:1` |',
      '| `RequestJoined` | queue | 1 | `backing:values:1`, `web-gateway:pages:1` |',
    ]);
    expect(faults).toEqual([]);
  });

  it('calls an event without a consumer a fault', () => {
    const { faults } = eventsPage(catalogue, [{ name: 'backing:values:1', types: ['RequestJoined'] }]);
    expect(faults).toEqual(['MovesOpened has no consumer']);
  });

  it('calls a consumer of an event that does not exist a fault', () => {
    const { faults } = eventsPage({}, [{ name: 'backing:values:1', types: ['MoveOpened'] }]);
    expect(faults).toEqual(['backing:values:1 consumes MoveOpened: no such event']);
  });
});

describe('docs/claims.md', () => {
  const beside = 'services/queue-scheduling/src/domain/order.spec.ts';
  const whole = 'services/queue-scheduling/test/ask.int.spec.ts';
  const exists = (path: string) => path === 'services/queue-scheduling/src/domain/order.ts';

  it('gives the source beside a unit test and the package of any other', () => {
    const page = claimsPage(
      [
        { path: beside, text: "it('[QUE-05] advances by nodes', () => {});" },
        { path: whole, text: "describe('x', () => { it(`[QUE-05] keeps ${n} rows`, () => {}); });" },
      ],
      exists,
    );
    const tests = `advances by nodes (\`${beside}\`)<br>keeps \${n} rows (\`${whole}\`)`;
    const rules = '`services/queue-scheduling/src/domain/order.ts`<br>`services/queue-scheduling`';
    expect(rowsOf(page)).toEqual([`| QUE-05 | ${tests} | ${rules} |`]);
  });

  it('reads several numbers from one title, and titles that stand in tables', () => {
    const text = "it.each([{ name: '[CAP-02, CAP-03] pending rows only' }])('$name', () => {});";
    const claims = rowsOf(claimsPage([{ path: beside, text }], exists)).map((row) => row.slice(2, 8));
    expect(claims).toEqual(['CAP-02', 'CAP-03']);
  });

  it('names the case of a number that stands alone in a table', () => {
    const text = "const claims = { 'tie-heavier': '[BAK-04] ', shallow: '[BAK-05]' };";
    const cells = rowsOf(claimsPage([{ path: beside, text }], exists)).map((row) => row.split(' | ')[1]);
    expect(cells).toEqual([`tie-heavier (\`${beside}\`)`, `shallow (\`${beside}\`)`]);
  });

  it('takes numbers from strings only, never from comments', () => {
    expect(rowsOf(claimsPage([{ path: beside, text: '// [QUE-05] elsewhere\nexport {};' }], exists))).toEqual(
      [],
    );
  });
});
