import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, runSeed, seeded } from '@atomicdb/testing';
import { Doors, mateFen, startFen } from './doors';
import { Product, type Form } from './product';
import { TraceCollector, type CollectedSpan } from './trace-collector';

const afterPawnFen = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const afterKnightFen = 'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1';

/** What a trace must show of the way of a request: ask, delivery, value, published change, hint for the pages. */
const stages = [
  /^POST/,
  /^backing:values:\d+ RequestJoined$/,
  /^deliver$/,
  /^backing:values:\d+ AnalysisCompleted$/,
  /^backing:changes:\d+$/,
  /^web-gateway:.* BackedValuesChanged$/,
];

/** The spans, once every stage is among them and each has its parent; throws until then. */
function unbroken(spans: readonly CollectedSpan[], click: string): readonly CollectedSpan[] {
  const names = spans.map(({ name }) => name);
  const lacking = stages.filter((stage) => !names.some((name) => stage.test(name)));
  const known = new Set([click, ...spans.map(({ spanId }) => spanId)]);
  const orphans = spans.filter(({ parentSpanId = '' }) => !known.has(parentSpanId));
  if (lacking.length === 0 && orphans.length === 0) return spans;
  const told = orphans.map(({ service, name }) => `${service} ${name}`).slice(0, 10);
  throw new Error(`lacking ${lacking.join(', ')}; without a parent ${told.join(', ')}`);
}

const password = 'correct-horse-battery';

/** The main job of the product, by its REST doors alone. */
export function describeWholePath(name: string, form: Form): void {
  describe(`from an ask to a backed value, ${name}`, () => {
    let data: string;
    let product: Product;
    let doors: Doors;
    let traces: TraceCollector;

    beforeAll(async () => {
      data = Product.dataFolder();
      traces = await TraceCollector.start();
      product = await Product.start(form, data, [], traces.environment);
      doors = new Doors(product);
      await doors.register('ada', password);
    });

    let exitCode = 0;
    afterAll(async () => {
      expect(await product.stop()).toBe(exitCode);
      traces.close();
      Product.remove(data);
    });

    it('answers an ask with a receipt and the place in the queue [API-01] [API-04] [API-15]', async () => {
      const { status, body } = await doors.ask(startFen, { username: 'ada', password });
      expect(status).toBe(202);
      expect(body).toMatchObject({
        status: 'queued',
        account: 'ada',
        budget: 20_000,
        seeded: true,
        variant: 'atomic',
      });
      expect(body.receipt).toMatch(/\S{16,}/);
    });

    it('shows the delivered analysis with its lines, their moves opened in the graph [API-28]', async () => {
      const row = await doors.rowWhen(startFen, ({ analysis, moves }) => {
        return (
          analysis !== null && moves.filter(({ child }) => child !== null).length >= analysis.lines.length
        );
      });
      expect(row.kind).toBe('point');
      expect(row.score).toBe(row.analysis?.lines[0]?.cp);
      expect(row.eval_cp).toBe(row.analysis?.lines[0]?.cp);
      expect(row.analysis?.lines).toHaveLength(5);
      const opened = row.moves.filter(({ child }) => child !== null).map(({ uci }) => uci);
      for (const line of row.analysis?.lines ?? []) expect(opened).toContain(line.move);
      expect(row.analysis?.passes).toMatchObject([{ budget: 20_000, account: 'local-worker', width: 5 }]);
    });

    it('names the account that delivered it on the board [ATT-01] [ATT-02]', async () => {
      const { body } = await doors.boards();
      const all = body.boards.find(({ window }) => window === 'all');
      const row = all?.rows.find(({ account }) => account === 'local-worker');
      expect(row).toMatchObject({ analyses: 1, positions: 1 });
      expect(row?.nodes).toBeGreaterThanOrEqual(18_000);
      expect(all?.fleet_nodes).toBe(row?.nodes);
    });

    it('backs the parent with the child once the child is analysed, and names it as anchor [BAK-01] [BAK-17]', async () => {
      const parent = await doors.rowWhen(startFen, ({ analysis }) => analysis !== null);
      const best = parent.analysis?.lines[0]?.move;
      const child = parent.moves.find(({ uci }) => uci === best);
      if (!child) throw new Error('the best line has no row');
      await doors.ask(child.child_fen, { username: 'ada', password });
      await doors.rowWhen(child.child_fen, ({ analysis }) => analysis !== null);
      const backed = await doors.rowWhen(startFen, ({ kind }) => kind === 'backed');
      expect(backed.anchor?.key).toBe(child.child);
      expect(backed).toMatchObject({ backed_move: best, backed_plies: 1, status: 'UNKNOWN', closure: null });
      const row = backed.moves.find(({ uci }) => uci === best);
      expect(backed.score).toBe(row?.value);
    });

    it('closes a position with a mate in one through its child, one ply', async () => {
      const asked = await doors.ask(mateFen);
      expect(asked.body).toMatchObject({ status: 'queued', account: null });
      const row = await doors.rowWhen(mateFen, ({ status }) => status === 'WIN');
      expect(row).toMatchObject({
        closure: 'CHILDREN',
        kind: 'solved',
        score: 29_999,
        mate: 1,
        backed_move: 'g5f7',
      });
      const again = await doors.ask(mateFen);
      expect(again).toMatchObject({
        status: 409,
        type: 'application/problem+json',
        body: { code: 'already-solved' },
      });
    });

    it('leaves nothing of a finished request in the own queue [API-16]', async () => {
      const { body } = await doors.ownQueue('ada', password);
      expect(body).toMatchObject({ account: 'ada', pending: 0, requests: [] });
    });

    it('is one trace from the click to the headline, unbroken across the processes', async () => {
      const traceId = randomBytes(16).toString('hex');
      const click = randomBytes(8).toString('hex');
      const headers = { traceparent: `00-${traceId}-${click}-01` };
      const body = new URLSearchParams({ fen: afterKnightFen });
      const { status } = await fetch(product.door('api/request'), { method: 'POST', headers, body });
      expect(status).toBe(202);
      await doors.rowWhen(afterKnightFen, ({ analysis }) => analysis !== null);
      // Each process sends its spans in its own time, a parent after its children.
      const spans = await eventually(() => Promise.resolve(unbroken(traces.of(traceId), click)), {
        timeoutMs: 60_000,
      });
      const services = new Set(spans.map(({ service }) => service));
      const all = ['web-gateway', 'positions', 'queue-scheduling', 'analyses', 'backing'];
      // In one process all of them have one name.
      if (form === 'kafka') expect([...services]).toEqual(expect.arrayContaining(all));
      else expect(services.size).toBe(1);
    });

    if (form === 'kafka')
      it('completes a request once, and loses nothing, when a service is killed meanwhile', async () => {
        const services = [
          ...['accounts', 'positions', 'queue-scheduling', 'analyses'],
          ...['backing', 'attribution', 'worker-gateway'],
        ];
        const killed = services[seeded(runSeed('kill of a service')).below(services.length)] ?? '';
        const counted = async () => {
          const { body } = await doors.boards();
          return body.boards.find(({ window }) => window === 'all')?.fleet_analyses ?? 0;
        };
        const before = await counted();
        expect((await doors.ask(afterPawnFen)).status).toBe(202);
        await product.killService(killed);
        const row = await doors.rowWhen(afterPawnFen, ({ analysis, requests }) => {
          return analysis !== null && requests.length === 0;
        });
        expect(row.analysis?.passes).toHaveLength(1);
        await eventually(async () => expect(await counted()).toBe(before + 1), { timeoutMs: 30_000 });
        // Whichever it was, it answers again, accounts too.
        const signedIn = async () => (await doors.ownQueue('ada', password)).status;
        await eventually(async () => expect(await signedIn()).toBe(200), { timeoutMs: 30_000 });
      });

    it.each([
      ['an unreadable FEN', 'api/request', { fen: 'nonsense' }, 422, 'FEN_FIELDS'],
      ['an unknown variant', 'api/request', { fen: startFen, variant: 'shogi' }, 422, 'unknown-variant'],
      [
        'a wrong password',
        'api/request',
        { fen: startFen, username: 'ada', password: 'wrong-wrong' },
        401,
        'wrong-password',
      ],
      ['an unknown door', 'api/nowhere', {}, 404, 'unknown-door'],
    ])('refuses %s with a problem and keeps nothing of it', async (_name, path, fields, status, code) => {
      const queueBefore = (await doors.get<{ waiting_requests: number }>('api/queue')).body.waiting_requests;
      const answer = await doors.post(path, fields as Record<string, string>);
      expect(answer).toMatchObject({ status, type: 'application/problem+json', body: { status, code } });
      const queueAfter = (await doors.get<{ waiting_requests: number }>('api/queue')).body.waiting_requests;
      expect(queueAfter).toBe(queueBefore);
    });

    it('refuses broken JSON with 400', async () => {
      const response = await fetch(product.door('api/request'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"fen": ',
      });
      expect(response.status).toBe(400);
      expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    });

    if (form === 'kafka')
      it('ends with a sentence when its broker is killed', async () => {
        process.kill(Number(readFileSync(join(data, 'kafka/node-1/pid'), 'utf8')), 'SIGKILL');
        exitCode = 1;
        expect(await product.untilEnd()).toBe(exitCode);
        expect(product.said()).toMatch(
          /^Kafka has ended \(its log is in .*\): start again, nothing is lost\.$/m,
        );
      });
  });
}
