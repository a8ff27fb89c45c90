/** Packages that ship ES modules only; Jest runs CommonJS, so they are compiled too. */
const compiledPackages = ['chessops', '@badrap/result', '@lichess-org/chessground'];

module.exports = { compiledPackages };
