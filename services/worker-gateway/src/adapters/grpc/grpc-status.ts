import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { isRejected, rejectionStatus } from '@atomicdb/decider';
import { Unavailable } from '@atomicdb/rpc';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

const domain = 'atomicdb.worker.v1';
const infoType = 'type.googleapis.com/google.rpc.ErrorInfo';
const detailsKey = 'grpc-status-details-bin';

export type CodeName = keyof typeof status;

/** google.rpc.ErrorInfo: reason = 1, domain = 2. */
function errorInfo(reason: string): Uint8Array {
  return new BinaryWriter().uint32(10).string(reason).uint32(18).string(domain).finish();
}

/** google.rpc.Status: code = 1, message = 2, details = 3 (google.protobuf.Any: type_url = 1, value = 2). */
function richStatus(code: status, message: string, reason: string): Buffer {
  const any = new BinaryWriter().uint32(10).string(infoType).uint32(18).bytes(errorInfo(reason)).finish();
  const writer = new BinaryWriter().uint32(8).int32(code).uint32(18).string(message);
  return Buffer.from(writer.uint32(26).bytes(any).finish());
}

/** A status that a client can act on: canonical code, one sentence, and the reason as google.rpc.ErrorInfo. */
export function statusOf(codeName: CodeName, sentence: string, reason: string): ServiceError {
  const code = status[codeName];
  const metadata = new Metadata();
  metadata.set(detailsKey, richStatus(code, sentence, reason));
  return Object.assign(new Error(sentence), { code, details: sentence, metadata });
}

/** Whether a status tells its reason already. */
export function hasReason(metadata: Metadata | null | undefined): boolean {
  return (metadata?.get(detailsKey).length ?? 0) > 0;
}

/** Refusals by their code in the one table, `upgrade-required` with the reason UPGRADE_REQUIRED. */
export function toStatus(error: unknown): ServiceError {
  if (isRejected(error)) {
    const { grpc } = rejectionStatus(error.code);
    return statusOf(grpc as CodeName, error.message, error.code.toUpperCase().replaceAll('-', '_'));
  }
  if (error instanceof Unavailable) return statusOf('UNAVAILABLE', 'Try again in a moment.', 'UNAVAILABLE');
  return statusOf('INTERNAL', 'The gateway has failed.', 'INTERNAL');
}
