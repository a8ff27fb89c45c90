import ts from 'typescript';

/**
 * @typedef {{ path: string, text: string }} Spec
 * @typedef {{ claim: string, title: string, spec: string }} Proof
 */

const heading = `# Claims and their tests

Written by \`npm run gen\` from the titles of the tests: a test that proves a sentence of the sources carries
its number (docs/sources.md says what the numbers are). The file of the rule is the source beside its unit test, or
stands in \`tools/checks/rule-files.mjs\`; a claim without one fails the build.

| claim | tests | where the rule lives |
| --- | --- | --- |
`;

const marks = /\[([A-Z]{3}-\d{2}(?:[,\s]+[A-Z]{3}-\d{2})*)\]/g;

/** A mark that stands alone in a table belongs to the case its key names. */
const keyOf = ({ parent }) => (ts.isPropertyAssignment(parent) ? parent.name.text : '');

const unknownValue = '…';

const bare = (node) => (ts.isAsExpression(node) ? node.expression : node);
/** A number in a row belongs to that row, never to the title it is run with. */
const literalOf = (node) =>
  ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)
    ? node.text.replace(marks, '').trim()
    : unknownValue;

/** Rows of the table a title is run with, as far as they are written beside it. */
function tableOf(title) {
  const each = ts.isCallExpression(title.parent) ? title.parent.expression : title;
  if (!ts.isCallExpression(each) || !each.expression.getText().endsWith('.each')) return [];
  const table = bare(each.arguments[0]);
  if (!ts.isArrayLiteralExpression(table)) return [];
  return table.elements
    .map(bare)
    .map((row) => (ts.isArrayLiteralExpression(row) ? row.elements.map(literalOf) : [literalOf(row)]));
}

/** The text of a string with the values of its rows in place of `%s`. */
function textOf(string) {
  if (ts.isTemplateExpression(string)) {
    const spans = string.templateSpans.map(({ literal }) => unknownValue + literal.text);
    return string.head.text + spans.join('');
  }
  const rows = tableOf(string);
  let column = 0;
  return string.text.replace(/%[sdif]/g, () => {
    const values = rows.map((row) => row[column] ?? unknownValue);
    column += 1;
    return values.join(' / ') || unknownValue;
  });
}

/** Every string a source holds, in order: titles may stand in tables. */
function stringsOf({ path, text }) {
  const found = [];
  const visit = (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      found.push({ text: textOf(node), key: keyOf(node) });
    }
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

/** A unit test lies beside its rule; what the others prove lies wherever the table says. */
function besideOf(spec, exists) {
  if (/\.(int|e2e)\.spec\.tsx?$/.test(spec) || !/\/src\/.*\.spec\.tsx?$/.test(spec)) return [];
  const beside = spec.replace(/\.spec(\.tsx?)$/, '$1');
  return exists(beside) ? [beside] : [];
}

const cell = (lines) => [...new Set(lines)].map((line) => line.replaceAll('|', '\\|')).join('<br>');

/** What is wrong with the table, and which claims have no file. */
function faultsOf(claims, filesOf, ruleFiles, exists) {
  const lacking = claims.filter((claim) => filesOf(claim).length === 0);
  const entries = Object.entries(ruleFiles);
  const missing = entries.flatMap(([claim, files]) =>
    files.filter((file) => !exists(file)).map((file) => [claim, file]),
  );
  return [
    ...lacking.map(
      (claim) =>
        `${claim} is claimed by tests, but no file of its rule is known: name it in tools/checks/rule-files.mjs`,
    ),
    ...missing.map(([claim, file]) => `${claim}: ${file} in tools/checks/rule-files.mjs does not exist`),
    ...entries
      .filter(([claim]) => !claims.includes(claim))
      .map(([claim]) => `${claim} stands in tools/checks/rule-files.mjs, but no test claims it`),
  ];
}

/**
 * The page of claims: number, tests, file of the rule; and what it lacks.
 *
 * @param {Spec[]} specs
 * @param {(path: string) => boolean} exists whether a file of the workspace exists
 * @param {Record<string, string[]>} ruleFiles claim → files that take the place of those beside its unit tests
 */
export function claimsPage(specs, exists, ruleFiles) {
  const proofs = specs.flatMap(proofsIn);
  const claims = [...new Set(proofs.map(({ claim }) => claim))].sort();
  const proofsOf = (id) => proofs.filter(({ claim }) => claim === id);
  const filesOf = (id) => ruleFiles[id] ?? proofsOf(id).flatMap(({ spec }) => besideOf(spec, exists));
  const rows = claims.map((claim) => {
    const tests = cell(proofsOf(claim).map(({ title, spec }) => `${title} (\`${spec}\`)`));
    return `| ${claim} | ${tests} | ${cell(filesOf(claim).map((file) => `\`${file}\``))} |\n`;
  });
  return { text: heading + rows.join(''), faults: faultsOf(claims, filesOf, ruleFiles, exists) };
}
