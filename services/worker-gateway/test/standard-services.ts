import { Client, credentials } from '@grpc/grpc-js';

const same = (bytes: Buffer) => bytes;
const healthPath = '/grpc.health.v1.Health/Check';
const reflectionPath = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';

/** A text field of a message, as bytes. */
const textField = (number: number, text: string) =>
  Buffer.concat([Buffer.from([(number << 3) | 2, text.length]), Buffer.from(text)]);

/** HealthCheckResponse.status of a service: 1 is SERVING. */
export function healthOf(port: number, service: string): Promise<number | undefined> {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  return new Promise<number | undefined>((resolve, reject) => {
    client.makeUnaryRequest(healthPath, same, same, textField(1, service), (error, bytes) =>
      error ? reject(error) : resolve(bytes?.[1]),
    );
  }).finally(() => client.close());
}

/** Server reflection's answer to one question, as text: names can be read in it. */
export async function reflect(port: number, question: 'list' | { symbol: string }): Promise<string> {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const call = client.makeBidiStreamRequest(reflectionPath, same, same);
  const answer = new Promise<string>((resolve, reject) => {
    call.on('data', (bytes: Buffer) => resolve(bytes.toString('latin1'))).on('error', reject);
  });
  call.write(question === 'list' ? textField(7, '') : textField(4, question.symbol));
  call.end();
  return answer.finally(() => client.close());
}
