/**
 * In the place of @rushstack/ts-command-line, which umzug loads for a command line of its own that the product does
 * not have: 300 modules, a tenth of what a test file loads.
 */
class Unused {
  constructor() {
    throw new Error('umzug has no command line here.');
  }
}

module.exports = { CommandLineAction: Unused, CommandLineParser: Unused };
