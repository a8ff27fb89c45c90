import { Doors, startFen } from './doors';
import { Product } from './product';

describe('the one process killed in mid-search', () => {
  let data: string;

  beforeAll(() => {
    data = Product.dataFolder();
  });

  afterAll(() => Product.remove(data));

  it('starts again on the same data, loses nothing acknowledged and completes the request once', async () => {
    const first = await Product.start('embedded', data, ['--ladder', '400000,800000,1600000,3200000']);
    const asked = await new Doors(first).ask(startFen);
    expect(asked.status).toBe(202);
    await new Doors(first).rowWhen(startFen, ({ requests }) => (requests[0]?.progress_nodes ?? 0) > 0);
    await first.kill();

    const second = await Product.start('embedded', data, ['--ladder', '400000,800000,1600000,3200000']);
    const doors = new Doors(second);
    const { requests } = await doors.rowWhen(startFen, () => true);
    expect(requests).toMatchObject([{ task_id: asked.body.task_id, budget: 400_000 }]);
    const row = await doors.rowWhen(startFen, ({ analysis }) => analysis !== null);
    expect(row.analysis?.passes).toHaveLength(1);
    await doors.rowWhen(startFen, (now) => now.requests.length === 0);
    const { body } = await doors.boards();
    expect(body.boards.find(({ window }) => window === 'all')).toMatchObject({ fleet_analyses: 1 });
    expect(await second.stop()).toBe(0);
  });
});
