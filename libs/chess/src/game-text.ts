/** A game as one line of text: the FEN, and where the word `moves` stands behind it, the words after. */
export interface GameText {
  readonly fen: string;
  /** Undefined where the text is a FEN alone. */
  readonly moves: readonly string[] | undefined;
}

/** The first word `moves`; a second one is no move and will be refused as such. */
const MOVES = /(?<!\S)moves(?!\S)/;

export const wordsOfGame = (text: string): readonly string[] =>
  text.split(/\s+/).filter((word) => word !== '');

/** `FEN moves m1 m2 …`. Source: positions.md, "The adjudicator", `--game`. */
export const splitGame = (text: string): GameText => {
  const found = MOVES.exec(text);
  if (found === null) return { fen: text.trim(), moves: undefined };
  const after = text.slice(found.index + found[0].length);
  return { fen: text.slice(0, found.index).trim(), moves: wordsOfGame(after) };
};
