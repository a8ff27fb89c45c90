import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { ReflectionService } from '@grpc/reflection';
import { service as healthService } from 'grpc-health-check';

/** FileDescriptorSet of proto/atomicdb/worker/v1, made by `npm run describe` in this package. */
const descriptorSet = join(__dirname, 'worker.binpb');

/** The files of a FileDescriptorSet: field 1, each a FileDescriptorProto. */
function filesOf(bytes: Buffer): Buffer[] {
  const reader = new BinaryReader(bytes);
  const files: Buffer[] = [];
  while (reader.pos < reader.len) {
    reader.uint32();
    files.push(Buffer.from(reader.bytes()));
  }
  return files;
}

/** Server reflection for the worker API and the health service. */
export function makeReflection(): ReflectionService {
  const worker = { format: 'worker', type: {}, fileDescriptorProtos: filesOf(readFileSync(descriptorSet)) };
  const health = Object.values(healthService)[0]?.requestType;
  return new ReflectionService({ worker, ...(health ? { health } : {}) } as never);
}
