import type { JSX } from 'preact';

export function MethodAdjudicator(): JSX.Element {
  return (
    <>
      <h2 id="adjudicator">The adjudicator</h2>
      <p>
        For engine testers and arbiters: it says which positions and games of Atomic, chess and Xiangqi the
        rules or the material decide, and by which rule, without a search. Material that can never be decided
        is a draw; where one look is needed, it names the moves that win at once and those that are safe.
      </p>
      <p>
        It takes no scores. A rule that ends a game once both engines stay within a small window for some
        moves changes results: a game that stays balanced for a long time can still be lost late.
      </p>
    </>
  );
}
