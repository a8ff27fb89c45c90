import { evolveRequest, type RequestEvent, type RequestFlag } from './request';

const at = { requestId: 'r1', position: 'atomic:p' };
const event = <T extends RequestEvent['type']>(type: T, data: object = {}): RequestEvent =>
  ({ type, data: { ...at, ...data } }) as RequestEvent;

const asked = event('RequestJoined', { first: true });
const joined = event('RequestJoined', { first: false });
const leased = event('RequestLeased');
const released = event('LeaseReleased');
const nameOff = event('RequestCancelled', { rowClosed: false });
const lastNameOff = event('RequestCancelled', { rowClosed: true });
const completed = event('RequestCompleted');

function fold(events: readonly (readonly [number, RequestEvent])[]): RequestFlag | undefined {
  return events.reduce<RequestFlag | undefined>(
    (flag, [version, each]) => evolveRequest(flag, each, version),
    undefined,
  );
}

describe('the flag of a request', () => {
  it.each<[string, RequestEvent[], RequestFlag['state']]>([
    ['waits when it is asked', [asked], 'waiting'],
    ['runs while it is leased', [asked, joined, leased], 'running'],
    ['waits again when the lease is lost', [asked, leased, released], 'waiting'],
    ['stays while another name is on it', [asked, joined, nameOff], 'waiting'],
    ['closes with the last name', [asked, lastNameOff], 'closed'],
    ['closes when the analysis lands', [asked, leased, completed], 'closed'],
  ])('%s', (_title, events, state) => {
    expect(fold(events.map((each, index) => [index + 1, each]))?.state).toBe(state);
  });

  it('is the same whatever order the events come in', () => {
    const inOrder = [asked, leased, released, lastNameOff].map((each, index) => [index + 1, each] as const);
    expect(fold([...inOrder].reverse())).toEqual(fold(inOrder));
    expect(fold([...inOrder, ...inOrder])).toEqual({ ...at, state: 'closed', version: 4 });
  });
});
