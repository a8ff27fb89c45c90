import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import express from 'express';
import { DoorFault } from '../src/adapters/http/door-fault';
import { EventStreams, type StreamLimits } from '../src/adapters/http/event-streams';
import { HintLog } from '../src/application/hint-log';
import type { Hint } from '../src/application/hints';
import { EventSourceReader } from './event-source';

const roomy: StreamLimits = {
  clients: 100,
  waitingBytes: 65_536,
  burstBytes: 4_194_304,
  heartbeatMs: 60_000,
};
const perRound = 100;
const hint: Hint = { name: 'position', data: { variant: 'atomic', key: 'k'.repeat(80) } };

describe('event streams', () => {
  let server: Server;
  let streams: EventStreams;
  let log: HintLog;

  async function listen(limits: Partial<StreamLimits>): Promise<number> {
    log = new HintLog('run');
    streams = new EventStreams(log, { ...roomy, ...limits });
    const app = express();
    app.get('/', (request, response) => {
      try {
        streams.open(request, response);
      } catch (fault) {
        response.status(fault instanceof DoorFault ? fault.status : 500).end();
      }
    });
    server = createServer(app).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return (server.address() as AddressInfo).port;
  }

  afterEach(async () => {
    streams.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    ['over a heartbeat', { heartbeatMs: 50 }],
    ['for a moment, when very much waits', { burstBytes: 262_144 }],
  ])('cut off a client that does not read %s, and go on for the others', async (_, limits) => {
    const port = await listen(limits);
    const reader = await EventSourceReader.open(`http://127.0.0.1:${port}/`);
    const deaf = connect(port, '127.0.0.1', () => deaf.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    deaf.on('error', () => undefined);
    while (streams.size < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    // Far fewer bytes a round than a client may let wait: the one that reads has nothing waiting between two rounds.
    for (let told = 0; streams.size === 2; told += perRound) {
      for (let index = 0; index < perRound; index += 1) log.add(hint);
      await reader.until(() => reader.received.length >= told + perRound || reader.ended);
    }
    expect([streams.size, reader.ended]).toEqual([1, false]);
    deaf.destroy();
    reader.close();
  });

  it('are bounded in number', async () => {
    const port = await listen({ clients: 1 });
    const first = await EventSourceReader.open(`http://127.0.0.1:${port}/`);
    const second = await EventSourceReader.open(`http://127.0.0.1:${port}/`);
    expect([first.response.status, second.response.status]).toEqual([200, 503]);
    first.close();
  });

  it('carry a sign of life while nothing happens', async () => {
    const port = await listen({ heartbeatMs: 20 });
    const reader = await EventSourceReader.open(`http://127.0.0.1:${port}/`);
    await reader.until(() => reader.comments >= 2);
    expect(reader.received).toEqual([]);
    reader.close();
  });
});
