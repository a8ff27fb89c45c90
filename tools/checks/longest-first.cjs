const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Seconds alone on one core, of those above ten. Jest knows none on a fresh checkout and would go by the size of a
 * file, so that a long one might begin when all others are through.
 */
const known = {
  'over-kafka.kafka.int': 28,
  'relay-faults.kafka.int': 70,
  'testing/test/kafka.int': 20,
  'reference-worker.int': 30,
  'bus/test/kafka.int': 50,
  'events-export.int': 11,
  'events-verify.int': 25,
  'holes.kafka.int': 25,
  'hold.int': 15,
  'consumer.kafka.int': 25,
  'standalone/test/events.int': 28,
  'engine.int': 20,
  'embedded.int': 20,
  'in-turn.int': 17,
  'differential.int': 15,
  'recorded-log.int': 15,
  'feed.int': 13,
  'cases.int': 13,
  'embedded-postgres/test/start.int': 13,
  'switch.int': 12,
  'explorer.kafka.browser.e2e': 80,
  'commands.e2e': 65,
  'whole-path.kafka.e2e': 60,
  'under-fire.e2e': 55,
  'explorer.browser.e2e': 50,
  'own-parts.kafka.e2e': 27,
  'readme.e2e': 45,
};
const names = Object.keys(known);

function expected(path) {
  const name = names.find((each) => path.replaceAll('\\', '/').endsWith(`/${each}.spec.ts`));
  return name === undefined ? 0 : known[name];
}

/** The longest files first, so that no worker idles at the end; the rest as Jest would have them. */
class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    // Once it has timed them all, Jest knows better.
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    return [...sorted].sort((a, b) => expected(b.path) - expected(a.path));
  }
}

module.exports = LongestFirst;
