import ts from 'typescript';

/**
 * @typedef {{ path: string, text: string }} Spec
 * @typedef {{ claim: string, title: string, spec: string }} Proof
 */

const heading = `# Claims and their tests

Written by \`npm run gen\` from the titles of the tests: a test that proves a sentence of the sources carries
its number.

| claim | tests | where the rule lives |
| --- | --- | --- |
`;

const marks = /\[([A-Z]{3}-\d{2}(?:[,\s]+[A-Z]{3}-\d{2})*)\]/g;

/** A mark that stands alone in a table belongs to the case its key names. */
const keyOf = ({ parent }) => (ts.isPropertyAssignment(parent) ? parent.name.text : '');

/** Every string a source holds, in order: titles may stand in tables. */
function stringsOf({ path, text }) {
  const found = [];
  const visit = (node) => {
    if (ts.isStringLiteralLike(node)) found.push({ text: node.text, key: keyOf(node) });
    if (ts.isTemplateExpression(node)) found.push({ text: node.getText().slice(1, -1), key: keyOf(node) });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

const titleOf = ({ text, key }) => text.replace(marks, '').replace(/\s+/g, ' ').trim() || key;

/** @returns {Proof[]} */
function proofsIn(spec) {
  return stringsOf(spec).flatMap((string) =>
    [...string.text.matchAll(marks)]
      .flatMap(([, ids]) => ids.split(/[,\s]+/))
      .map((claim) => ({ claim, title: titleOf(string), spec: spec.path })),
  );
}

/** A unit test lies beside its rule; the others test a whole package. */
function ruleOf(spec, exists) {
  const whole = /\.(int|e2e)\.spec\.tsx?$/.test(spec) || !spec.includes('/src/');
  if (whole) return spec.split('/', 2).join('/');
  const beside = spec.replace(/\.spec(\.tsx?)$/, '$1');
  return exists(beside) ? beside : spec.slice(0, spec.lastIndexOf('/'));
}

const cell = (lines) => [...new Set(lines)].map((line) => line.replaceAll('|', '\\|')).join('<br>');

/**
 * The page of claims: number, tests, file of the rule.
 *
 * @param {Spec[]} specs
 * @param {(path: string) => boolean} exists whether a file of the workspace exists
 */
export function claimsPage(specs, exists) {
  const proofs = specs.flatMap(proofsIn);
  const claims = [...new Set(proofs.map(({ claim }) => claim))].sort();
  const rows = claims.map((claim) => {
    const own = proofs.filter((proof) => proof.claim === claim);
    const tests = cell(own.map(({ title, spec }) => `${title} (\`${spec}\`)`));
    return `| ${claim} | ${tests} | ${cell(own.map(({ spec }) => `\`${ruleOf(spec, exists)}\``))} |\n`;
  });
  return heading + rows.join('');
}
