import type { OpenRequest, PositionRow } from '@atomicdb/rest';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { requestAnalysis, useSite } from '../api/doors';
import {
  allowanceText,
  answerText,
  buttonText,
  openRequestText,
  passCount,
  progressOf,
  refusalText,
  whyNoButton,
} from '../view/asking';
import { announce } from './announcer';

interface RequestPanelProps {
  variant: string;
  fen: string;
  /** Null for a position that the tree does not have: asking adds it. */
  row: PositionRow | null;
  onAnswer: () => void;
}

interface Said {
  fen: string;
  text: string;
  fine: string | null;
  isRefusal: boolean;
  /** Passes of the position when it was said. */
  passes: number;
}

const LANDED = 'The analysis you asked for has landed.';

/** Asking for the next rung, and where open requests stand. */
export function RequestPanel({ variant, fen, row, onAnswer }: RequestPanelProps): JSX.Element {
  const [said, setSaid] = useState<Said | null>(null);
  useEffect(() => setSaid(null), [fen]);
  const ask = async (): Promise<void> => {
    const next = await askFor(variant, fen, passCount(row));
    setSaid(next);
    announce(next.text);
    onAnswer();
  };
  const refusal = row === null ? null : whyNoButton(row);
  return (
    <section class="panel" aria-labelledby="ask-title">
      <h2 id="ask-title">Ask for an analysis</h2>
      {refusal === null ? <AskButton row={row} ask={ask} /> : <p>{refusal}</p>}
      {said?.fen === fen && <AnswerNote said={said} isLanded={passCount(row) > said.passes} />}
      {row?.requests.map((request) => (
        <Open key={request.task_id} request={request} />
      ))}
    </section>
  );
}

/** A position that the tree does not have starts at the first rung. */
function AskButton({ row, ask }: { row: PositionRow | null; ask: () => Promise<void> }): JSX.Element | null {
  const [isBusy, setBusy] = useState(false);
  const firstRung = useSite()?.ladder[0] ?? null;
  const budget = row === null ? firstRung : row.next_budget;
  if (budget === null) return null;
  const press = (): void => {
    setBusy(true);
    void ask().finally(() => setBusy(false));
  };
  return (
    <>
      <button type="button" class="primary" data-testid="request-button" disabled={isBusy} onClick={press}>
        {buttonText(budget)}
      </button>
      <p class="fine">
        You ask as anonymous, which works. An account adds a place of its own in the fair share; today
        accounts ask through the API.
      </p>
    </>
  );
}

async function askFor(variant: string, fen: string, passes: number): Promise<Said> {
  const answer = await requestAnalysis(variant, fen);
  if (!answer.ok) return { fen, text: refusalText(answer.problem), fine: null, isRefusal: true, passes };
  return { fen, text: answerText(answer.value), fine: allowanceText(answer.value), isRefusal: false, passes };
}

function AnswerNote({ said, isLanded }: { said: Said; isLanded: boolean }): JSX.Element {
  return (
    <div class={said.isRefusal ? 'notice notice-warn' : 'notice'} data-testid="request-answer">
      <p>{isLanded ? LANDED : said.text}</p>
      {said.fine !== null && !isLanded && <p class="fine">{said.fine}</p>}
    </div>
  );
}

function Open({ request }: { request: OpenRequest }): JSX.Element {
  const text = openRequestText(request);
  return (
    <div class="open-request" data-testid="open-request" data-state={request.state}>
      <p>{text}</p>
      {request.state !== 'PENDING' && <progress max={1} value={progressOf(request)} aria-label={text} />}
    </div>
  );
}
