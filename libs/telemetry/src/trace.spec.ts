import { currentTraceparent, inSpan, inTrace } from './trace';
import { createLogger } from './logger';
import { startTelemetry } from './start';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const carried = `00-${traceId}-00f067aa0ba902b7-01`;
const now = () => Promise.resolve(currentTraceparent());
const traceOf = (traceparent: string | null) => traceparent?.split('-')[1];

describe('a trace', () => {
  let stop: () => Promise<void>;

  beforeAll(() => {
    stop = startTelemetry('test');
  });

  afterAll(() => stop());

  it('is carried along though no collector is named: the same trace, another span, sampled as it was', async () => {
    const inside = await inTrace(carried, 'consume', {}, now);
    expect(inside).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    expect(inside).not.toBe(carried);
    expect(await inTrace(carried.replace(/1$/, '0'), 'consume', {}, now)).toMatch(/-00$/);
  });

  it('that came with an event is continued, not the one that happens to be active', async () => {
    const inside = await inSpan('poll', {}, () => inTrace(carried, 'consume', {}, now));
    expect(traceOf(inside)).toBe(traceId);
  });

  it('goes on from the active one where an event carries none', async () => {
    const [outer, inner] = await inSpan('poll', {}, async () => [
      await now(),
      await inTrace(null, 'consume', {}, now),
    ]);
    expect(traceOf(inner ?? null)).toBe(traceOf(outer ?? null));
  });

  it.each(['', 'nonsense', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `ff-${traceId}-00f067aa0ba902b7-01`])(
    'begins anew where what an event carries is none: %j',
    async (traceparent) => {
      const inside = await inTrace(traceparent, 'consume', {}, now);
      expect(inside).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      expect(traceOf(inside)).not.toBe(traceId);
    },
  );

  it('is over when the work is, also when that fails, and the fault goes on as it was', async () => {
    const fault = new Error('no');
    await expect(inTrace(carried, 'consume', {}, () => Promise.reject(fault))).rejects.toBe(fault);
    expect(currentTraceparent()).toBeNull();
  });

  it('is on each line that is logged in it, and on no other', async () => {
    const lines: string[] = [];
    const logger = createLogger('test', 'info', { write: (line) => lines.push(line) });
    await inTrace(carried, 'consume', {}, () => Promise.resolve(logger.info('inside')));
    logger.info('outside');
    const traces = lines.map((line) => (JSON.parse(line) as { trace_id?: string }).trace_id);
    expect(traces).toEqual([traceId, undefined]);
  });
});
