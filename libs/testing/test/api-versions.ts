import { once } from 'node:events';
import { connect } from 'node:net';

const header = { size: 10, apiKey: 18, version: 0, correlation: 4711, noClientId: -1 };

/** Asks a broker (`host:port`) for ApiVersions, the first word of every Kafka client; answers its error code. */
export async function apiVersions(broker: string): Promise<number> {
  const [host = '', port = ''] = broker.split(':');
  const socket = connect(Number(port), host);
  try {
    await once(socket, 'connect');
    socket.write(request());
    const [answer] = (await once(socket, 'data')) as [Buffer];
    if (answer.readInt32BE(4) !== header.correlation) throw new Error('the broker answered another question');
    return answer.readInt16BE(8);
  } finally {
    socket.destroy();
  }
}

function request(): Buffer {
  const bytes = Buffer.alloc(4 + header.size);
  bytes.writeInt32BE(header.size, 0);
  bytes.writeInt16BE(header.apiKey, 4);
  bytes.writeInt16BE(header.version, 6);
  bytes.writeInt32BE(header.correlation, 8);
  bytes.writeInt16BE(header.noClientId, 12);
  return bytes;
}
