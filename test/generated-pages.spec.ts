interface EventsPage {
  eventsPage(
    catalogue: Record<string, { owner: string; schemaVersion: number }>,
    processors: readonly { name: string; types: readonly string[] }[],
  ): { text: string; faults: string[] };
}

interface ClaimsPage {
  claimsPage(
    specs: readonly { path: string; text: string }[],
    exists: (path: string) => boolean,
    ruleFiles: Readonly<Record<string, readonly string[]>>,
  ): { text: string; faults: string[] };
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

  const pageOf = (path: string, text: string, ruleFiles: Readonly<Record<string, readonly string[]>> = {}) =>
    claimsPage([{ path, text }], exists, ruleFiles);
  const cellsOf = (text: string, column: number) =>
    rowsOf(pageOf(beside, text).text).map((row) => row.split(' | ')[column]);
  const order = 'services/queue-scheduling/src/domain/order.ts';

  it('gives the source beside a unit test, and tests that have none beside their titles', () => {
    const { text, faults } = claimsPage(
      [
        { path: beside, text: "it('[QUE-05] advances by nodes', () => {});" },
        { path: whole, text: "describe('x', () => { it('[QUE-05] keeps rows', () => {}); });" },
      ],
      exists,
      {},
    );
    const tests = `advances by nodes (\`${beside}\`)<br>keeps rows (\`${whole}\`)`;
    expect(rowsOf(text)).toEqual([`| QUE-05 | ${tests} | \`${order}\` |`]);
    expect(faults).toEqual([]);
  });

  it('takes the file of the rule from the table before the source beside the test', () => {
    const text = "it('[QUE-05] advances', () => {});";
    const found = [whole, beside].map((path) => pageOf(path, text, { 'QUE-05': [order] }));
    expect(found.map((page) => rowsOf(page.text)[0]?.split(' | ')[2])).toEqual([
      `\`${order}\` |`,
      `\`${order}\` |`,
    ]);
    expect(found.flatMap(({ faults }) => faults)).toEqual([]);
  });

  it('calls a claim without a file a fault', () => {
    expect(pageOf(whole, "it('[QUE-05] advances', () => {});").faults).toEqual([
      'QUE-05 is claimed by tests, but no file of its rule is known: name it in tools/checks/rule-files.mjs',
    ]);
  });

  it('calls a file that does not exist, and an entry that no test claims, faults of the table', () => {
    const { faults } = pageOf(beside, "it('[QUE-05] advances', () => {});", {
      'QUE-05': ['services/queue-scheduling/src/gone.ts'],
      'QUE-06': [order],
    });
    expect(faults).toEqual([
      'QUE-05: services/queue-scheduling/src/gone.ts in tools/checks/rule-files.mjs does not exist',
      'QUE-06 stands in tools/checks/rule-files.mjs, but no test claims it',
    ]);
  });

  it('shows the values a title is run with, and no placeholder', () => {
    const titles = [
      "it.each(['chess', 'atomic'] as const)('[CLM-01] of %s', () => {});",
      "it.each([['taken', 409], ['full', code]])('[CLM-02] %s answers %i', () => {});",
      "it.each(table)('[CLM-03] ends by %s', () => {});",
      'it(`[CLM-04] keeps ${n} rows`, () => {});',
      "it.each(['[CLM-05] row of a table'])('%s', () => {});",
    ];
    expect(cellsOf(titles.join('\n'), 1)).toEqual(
      [
        'of chess / atomic',
        'taken / full answers 409 / …',
        'ends by …',
        'keeps … rows',
        'row of a table',
      ].map((title) => `${title} (\`${beside}\`)`),
    );
  });

  it('reads several numbers from one title, and titles that stand in tables', () => {
    const text = "it.each([{ name: '[CAP-02, CAP-03] pending rows only' }])('$name', () => {});";
    expect(cellsOf(text, 0)).toEqual(['| CAP-02', '| CAP-03']);
  });

  it('names the case of a number that stands alone in a table', () => {
    const text = "const claims = { 'tie-heavier': '[BAK-04] ', shallow: '[BAK-05]' };";
    expect(cellsOf(text, 1)).toEqual([`tie-heavier (\`${beside}\`)`, `shallow (\`${beside}\`)`]);
  });

  it('takes numbers from strings only, never from comments', () => {
    expect(cellsOf('// [QUE-05] elsewhere\nexport {};', 0)).toEqual([]);
  });
});
