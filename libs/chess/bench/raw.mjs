import { makeFen, parseFen } from 'chessops/fen';
import { makeSanAndPlay } from 'chessops/san';
import { makeUci, parseUci } from 'chessops/util';
import { defaultPosition, setupPosition } from 'chessops/variant';

/** The same work with chessops alone, without our rules for identity, castling and refusals. */

export const parse = (rules, fen) => setupPosition(rules, parseFen(fen).unwrap()).unwrap();

export const key = (rules, fen) => makeFen(parse(rules, fen).toSetup(), { epd: true });

export function moveList(position) {
  const moves = [];
  for (const [from, targets] of position.allDests()) {
    for (const to of targets) {
      const isPromotion = position.board.pawn.has(from) && (to < 8 || to >= 56);
      for (const promotion of isPromotion ? ['queen', 'rook', 'bishop', 'knight'] : [undefined])
        moves.push(makeUci({ from, to, promotion }));
    }
  }
  return moves;
}

/** Plays a game with notation and EPD of every position; king onto rook is chessops' castling. */
export function walk(rules, moves) {
  const position = defaultPosition(rules);
  const plies = [makeFen(position.toSetup(), { epd: true })];
  for (const uci of moves) {
    const move = parseUci(uci);
    if (!position.isLegal(move)) throw new Error(uci);
    plies.push(makeSanAndPlay(position, move), makeFen(position.toSetup(), { epd: true }));
  }
  return plies;
}
