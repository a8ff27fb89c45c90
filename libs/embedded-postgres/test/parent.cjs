// A process that holds a database until it is killed: node -r ./typescript-hook.cjs parent.cjs FOLDER
const { startPostgres } = require('../src');

const report = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

startPostgres({ dataDir: process.argv[2], fsync: false }).then(
  ({ port, pid, adopted }) => {
    report({ port, pid, adopted });
    setInterval(() => undefined, 60_000);
  },
  (error) => report({ error: error.message }),
);
