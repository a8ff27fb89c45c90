import { connect } from 'node:http2';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { Metadata } from '@grpc/grpc-js';

/** Length-delimited fields of a protobuf message, by number. */
function fieldsOf(bytes: Uint8Array): Map<number, Uint8Array> {
  const reader = new BinaryReader(bytes);
  const fields = new Map<number, Uint8Array>();
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if ((tag & 7) === 2) fields.set(tag >>> 3, reader.bytes());
    else reader.skip(tag & 7);
  }
  return fields;
}

/** Reason of the google.rpc.ErrorInfo that a status carries; null where it carries none. */
export function reasonOf(metadata: Metadata): string | null {
  const [details] = metadata.get('grpc-status-details-bin');
  if (!Buffer.isBuffer(details)) return null;
  const any = fieldsOf(fieldsOf(details).get(3) ?? Buffer.alloc(0));
  const type = Buffer.from(any.get(1) ?? []).toString();
  if (type !== 'type.googleapis.com/google.rpc.ErrorInfo') return null;
  return Buffer.from(fieldsOf(any.get(2) ?? Buffer.alloc(0)).get(1) ?? []).toString();
}

/** One call whose only message is these bytes, said to be packed like this: no client library sends such. */
export async function sendFrame(
  port: number,
  path: string,
  encoding: string,
  bytes: Buffer,
): Promise<{ code: number; metadata: Metadata }> {
  const session = connect(`http://127.0.0.1:${port}`);
  const prefix = Buffer.from([encoding === 'identity' ? 0 : 1, 0, 0, 0, 0]);
  prefix.writeUInt32BE(bytes.length, 1);
  const headers = { ':method': 'POST', ':path': path, te: 'trailers', 'grpc-encoding': encoding };
  try {
    return await new Promise((resolve, reject) => {
      const call = session.request({ ...headers, 'content-type': 'application/grpc+proto' });
      const read = (given: Record<string, unknown>) => {
        if (given['grpc-status'] === undefined) return;
        resolve({ code: Number(given['grpc-status']), metadata: Metadata.fromHttp2Headers(given as never) });
      };
      call.on('response', read).on('trailers', read).on('error', reject).resume();
      call.end(Buffer.concat([prefix, bytes]));
    });
  } finally {
    session.close();
  }
}
