const { writeFileSync, writeSync } = require('node:fs');

/**
 * Says the totals of a run in one plain line after Jest's own summary. Where TEST_TOTALS_FILE is set, a
 * caller adds several runs up: the totals go into that file instead.
 */
class TotalsReporter {
  onRunComplete(_contexts, results) {
    const totals = {
      passed: results.numPassedTests,
      // A file that cannot be loaded has no failed test of its own, and has failed all the same.
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    };
    const file = process.env.TEST_TOTALS_FILE;
    if (file) return writeFileSync(file, JSON.stringify(totals));
    const line = `${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`;
    // Jest adds its own summary after all other reporters.
    process.once('exit', () => writeSync(process.stdout.fd, line));
  }
}

module.exports = TotalsReporter;
