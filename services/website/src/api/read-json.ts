import type { Problem } from '@atomicdb/rest';

/** What a door answered: its body, or the problem it names (RFC 9457). */
export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };

interface Remembered {
  etag: string | null;
  body: unknown;
}

const MAX_REMEMBERED = 500;
const remembered = new Map<string, Remembered>();

/** Last body of a door in this page, to show while it is read again. */
export function recall<T>(path: string): T | null {
  return (remembered.get(path)?.body as T | undefined) ?? null;
}

/** Reads a door, with the ETag of the body it has: an unchanged one comes back as the same object. */
export async function readJson<T>(path: string, signal?: AbortSignal): Promise<Answer<T>> {
  const known = remembered.get(path);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (known?.etag != null) headers['if-none-match'] = known.etag;
  const init: RequestInit = { headers, cache: 'no-store', credentials: 'same-origin' };
  const response = await reach(path, signal === undefined ? init : { ...init, signal });
  if (!(response instanceof Response)) return { ok: false, problem: response };
  if (response.status === 304 && known !== undefined) return { ok: true, value: known.body as T };
  return takeBody<T>(path, response);
}

async function takeBody<T>(path: string, response: Response): Promise<Answer<T>> {
  const answer = await readAnswer<T>(response);
  if (!answer.ok && isPassing(answer.problem)) return answer;
  remembered.delete(path);
  if (answer.ok) {
    remembered.set(path, { etag: response.headers.get('etag'), body: answer.value });
    forgetOldest();
  }
  return answer;
}

/** A fault of the connection or the server, which says nothing about what was asked for. */
export function isPassing(problem: Problem): boolean {
  return problem.status === 0 || problem.status >= 500;
}

export async function postJson<T>(path: string, body: unknown): Promise<Answer<T>> {
  const response = await reach(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
  return response instanceof Response ? readAnswer<T>(response) : { ok: false, problem: response };
}

async function reach(path: string, init: RequestInit): Promise<Response | Problem> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError')
      return clientProblem('aborted', 'Read was given up.');
    return clientProblem(
      'network',
      'The server does not answer. Check the connection; the page tries again.',
    );
  }
}

async function readAnswer<T>(response: Response): Promise<Answer<T>> {
  try {
    const body: unknown = await response.json();
    if (response.ok) return { ok: true, value: body as T };
    return { ok: false, problem: asProblem(body, response.status) };
  } catch {
    return {
      ok: false,
      problem: clientProblem('unreadable', 'The server sent an answer that cannot be read.', response.status),
    };
  }
}

function asProblem(body: unknown, status: number): Problem {
  const given = typeof body === 'object' && body !== null ? (body as Partial<Problem>) : {};
  return { ...clientProblem('unknown', `The server answered with status ${status}.`, status), ...given };
}

function clientProblem(code: string, detail: string, status = 0): Problem {
  return { type: 'about:blank', title: code, status, code, detail };
}

function forgetOldest(): void {
  const oldest = remembered.keys().next().value;
  if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
}
