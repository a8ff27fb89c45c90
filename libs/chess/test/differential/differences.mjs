const material = (rule, variants, reason) => ({ what: `material: ${rule}`, variants, reason });

const noAtomicWin =
  'The engine goes on; no play ends the game here (positions.md, "Material", atomic), for a king beside the enemy king cannot be checked and nothing stands that could explode it.';
const provenByCount =
  'The engine goes on as long as a cannon stands; `npm run xiangqi:verify` finds no decided placement of these forces.';

/** Where we differ from the engine on purpose: what, in which variants, and why. Anything else is a fault. */
export const DIFFERENCES = [
  {
    what: 'key: unused en-passant square',
    variants: ['atomic', 'chess'],
    reason:
      'The engine writes the square where a pawn could take but may not; it counts here only when a capture on it is legal, by the engine’s own list of moves too.',
  },
  material('lone-piece', ['atomic'], noAtomicWin),
  material('two-knights', ['atomic'], noAtomicWin),
  material(
    'opposite-bishops',
    ['atomic'],
    'The engine goes on; bishops on opposite colours never meet, so nothing can be taken.',
  ),
  material('cannon-v-elephants', ['xiangqi'], provenByCount),
  material('cannon-v-advisor', ['xiangqi'], provenByCount),
  material('cannon-v-cannon', ['xiangqi'], provenByCount),
  {
    what: 'repetition: chase',
    variants: ['xiangqi'],
    reason:
      'The engine judges chases by the rules of the Asian federation; here a chase is not judged, and the answer says so.',
  },
];
