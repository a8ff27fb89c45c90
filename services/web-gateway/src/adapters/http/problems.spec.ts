import { problemPage } from './problem-page';
import { problemCodes, problemText } from './problems.table';

describe('the page of a problem', () => {
  it.each([
    ...problemCodes,
    'FEN_FIELDS',
    'POS_OPPOSITE_CHECK',
    'MOVE_ILLEGAL',
    'LINE_TOO_LONG',
    'PGN_COMMENT',
  ])('of %s names it and says what to do', (code) => {
    const page = problemPage(code) ?? '';
    expect(page).toContain(`<code>${code}</code>`);
    expect(page).toContain(problemText(code)?.page ?? 'nothing');
  });

  it.each(['nothing', '__proto__', 'constructor', 'FEN_<script>', 'POS_', ''])(
    'does not exist for %j',
    (code) => {
      expect(problemPage(code)).toBeNull();
    },
  );
});
