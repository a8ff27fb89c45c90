import type { JSX } from 'preact';

import { BASE } from '../view/urls';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export function MethodApi(): JSX.Element {
  const root = `${location.origin}${BASE}api`;
  return (
    <>
      <h2 id="api">API</h2>
      <p>Read a position, moves and analysis included; 404 for a position that the graph does not have:</p>
      <pre>
        <code>{`curl -G ${root}/query --data-urlencode 'fen=${START}'`}</code>
      </pre>
      <p>
        Ask for an analysis. Without <code>username</code> and <code>password</code> the request is anonymous;
        cookies are ignored:
      </p>
      <pre>
        <code>{`curl ${root}/request -d 'fen=${START}'`}</code>
      </pre>
      <p>Register an account, and see what it has waiting:</p>
      <pre>
        <code>{`curl ${root}/register -d username=NAME -d password=PASSWORD\ncurl ${root}/my-queue/ -d username=NAME -d password=PASSWORD`}</code>
      </pre>
      <p>
        Errors are problem documents with a stable <code>code</code> and one sentence on what to do.
      </p>
    </>
  );
}
