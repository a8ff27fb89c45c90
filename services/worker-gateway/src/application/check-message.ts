import type { workerApi } from '@atomicdb/rpc';

type Message = NonNullable<workerApi.WorkRequest['message']>;

const MAX_SLOTS = 1_024;
const MAX_VARIANTS = 16;
const MAX_TEXT = 200;

const isText = (text: string) => text.length <= MAX_TEXT && !/\p{Cc}/u.test(text);
const isName = (text: string) => text.length > 0 && isText(text);

function checkReady({ slots, variants, maxRung }: workerApi.Ready): string | null {
  if (slots > MAX_SLOTS) return `slots: at most ${MAX_SLOTS}`;
  if (variants.length > MAX_VARIANTS || !variants.every(isName)) return 'variants: names of variants';
  return maxRung < 0 ? 'max_rung: not negative' : null;
}

function checkLease({ leaseId, token }: { leaseId: string; token: string }): string | null {
  if (!isName(leaseId)) return 'lease_id: an id';
  return isName(token) ? null : 'token: the token of the lease';
}

function checkComplete(complete: workerApi.Complete): string | null {
  return checkLease(complete) ?? checkResult(complete);
}

function checkResult(complete: workerApi.Complete): string | null {
  const { engine, engineBuild, netHash, nodes, elapsedMs, lines } = complete;
  const texts = [engine?.name ?? '', engine?.version ?? '', engineBuild, netHash];
  if (!texts.every(isText)) return `engine: texts of at most ${MAX_TEXT} characters`;
  if (nodes < 0 || elapsedMs < 0) return 'nodes, elapsed_ms: not negative';
  return lines.every(({ pv }) => pv.every(isText)) ? null : 'lines.pv: moves';
}

function checkProgress(progress: workerApi.Progress): string | null {
  return checkLease(progress) ?? (progress.nodes < 0 ? 'nodes: not negative' : null);
}

function checkAbort(abort: workerApi.Abort): string | null {
  return checkLease(abort) ?? (isText(abort.reason) ? null : 'reason: a word');
}

/** What is wrong with the form of a message, or null. What a result says is judged by the analyses service. */
export function checkMessage(message: Message | undefined): string | null {
  switch (message?.$case) {
    case undefined:
      return 'message: one of ready, progress, complete, abort, goodbye';
    case 'ready':
      return checkReady(message.ready);
    case 'progress':
      return checkProgress(message.progress);
    case 'complete':
      return checkComplete(message.complete);
    case 'abort':
      return checkAbort(message.abort);
    case 'goodbye':
      return null;
  }
}
