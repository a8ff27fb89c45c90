import { EmbeddedBus } from '../src';
import { expectUnharmed, runDatabaseCrash } from './database/run-database-crash';

it('a database stopped immediately under load loses nothing acknowledged and has nothing applied twice, over the embedded bus', async () => {
  const printed = jest.spyOn(console, 'log').mockImplementation();
  expectUnharmed(await runDatabaseCrash(() => new EmbeddedBus(() => undefined)));
  // What a library prints would stand in the log of a service, which is JSON.
  expect(printed.mock.calls).toEqual([]);
});
