import { type ServerInterceptor, ServerInterceptingCall, status } from '@grpc/grpc-js';
import { type CodeName, hasReason, statusOf } from './grpc-status';

type GivenStatus = Parameters<ServerInterceptingCall['sendStatus']>[0];

/** grpc-js 1.14 blames the server for bytes that the client sent wrongly, in these words. */
const unreadable = new Set(['Error deserializing request', 'Failed to decompress message']);

/**
 * What grpc-js refuses by itself (bytes that are no message, a message above the limit, also unpacked) gets the code
 * and the google.rpc reason that the refusals of the gateway carry. It does so below all interceptors, so the status
 * is taken where it leaves: at the call that this one is given.
 */
export const explainRefusals: ServerInterceptor = (_method, call) => {
  const send = call.sendStatus.bind(call);
  call.sendStatus = (given) => send(explain(given));
  return new ServerInterceptingCall(call);
};

function explain(given: GivenStatus): GivenStatus {
  const { code, details, metadata } = given;
  if (code === status.OK || hasReason(metadata)) return given;
  if (unreadable.has(details)) {
    return statusOf('INVALID_ARGUMENT', 'The message cannot be read.', 'MESSAGE_UNREADABLE');
  }
  if (code === status.RESOURCE_EXHAUSTED) return statusOf('RESOURCE_EXHAUSTED', details, 'MESSAGE_TOO_LARGE');
  const name = status[code] as CodeName;
  return statusOf(name, details, name);
}
