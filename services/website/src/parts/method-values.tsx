import type { JSX } from 'preact';

import { ChipView } from './chip';
import type { ChipTone } from '../view/chips';

interface Word {
  tone: ChipTone | null;
  text: string;
  says: string;
  claimsNot: string;
}

const WORDS: readonly Word[] = [
  {
    tone: null,
    text: '+0.35',
    says: 'A plain number is the position’s own analysis: an engine searched this position itself.',
    claimsNot: 'That anything below it was searched. It is what one search reported, and nothing more.',
  },
  {
    tone: 'backed',
    text: 'backed +3',
    says: 'The negamax of what the subtree already knows; the analysis it rests on stands 3 plies below. Where the chip is a link, it goes there.',
    claimsNot: 'That an engine recommends the move here. A chain is worth what its thinnest search is worth.',
  },
  {
    tone: 'walked',
    text: 'walked',
    says: 'The same shape of value, carried up a line a visitor walked.',
    claimsNot: 'Any engine support yet.',
  },
  {
    tone: 'repetition',
    text: 'repetition',
    says: 'On a disabled row, the move would re-enter the line you are playing. Values that come back to a position they have been through, on a row or in the header, are not yet computed here and come later.',
    claimsNot:
      'That the repetition is forced. Nobody has searched that, and it says nothing of the position itself.',
  },
  {
    tone: 'seeded',
    text: 'seeded',
    says: 'An engine line of another position runs through here; its value at this point.',
    claimsNot: 'A search of this position. It is shown and sorted, and never backs anything.',
  },
  {
    tone: 'proven',
    text: 'proven',
    says: 'Solved by the rules, or through every move that matters.',
    claimsNot: 'Anything under the 50-move rule: stored positions have no counters.',
  },
];

export function MethodValues(): JSX.Element {
  return (
    <>
      <h2>Values and chips</h2>
      <dl class="words">
        {WORDS.map((word) => (
          <div key={word.text}>
            <dt>{word.tone === null ? <b>{word.text}</b> : <Sample tone={word.tone} text={word.text} />}</dt>
            <dd>
              {word.says} <span class="claims-not">It does not claim: {lowerFirst(word.claimsNot)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        A position headlines its best known value: proven status first, then the backed value, then its own
        search. Scores are centipawns from the side to move. Moves sort by best known value and by nothing
        else, so a value from a large search sits beside one from a small search, and the small one is the one
        likely to move.
      </p>
      <p>
        Guards, which hold back a value that rests on too little, are not yet computed here and come later.
        Open questions, which name what should be searched next, are not yet computed here and come later.
      </p>
      <h2>What makes a position closed</h2>
      <p>
        A position is solved through one of three gates. <b>TERMINAL</b>: the rules end the game here, by an
        exploded king, mate or stalemate. <b>ADJUDICATED</b>: the material left can never be decided.{' '}
        <b>CHILDREN</b>: a win when one move reaches a lost position; a loss or a draw only when every legal
        move is opened and proven. Engine scores close nothing. Anything else is UNKNOWN and has no gate.
      </p>
    </>
  );
}

function Sample({ tone, text }: { tone: ChipTone; text: string }): JSX.Element {
  return <ChipView chip={{ tone, text, meaning: '', anchor: null }} variant="" />;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
