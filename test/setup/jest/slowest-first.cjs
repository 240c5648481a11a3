const Sequencer = require('@jest/test-sequencer').default;

const startProcesses = /^test\/(campaigns|operations|story|web)\/.*\.e2e\.ts$/;
const processOrder = [/^test\/campaigns\/faults\//, /^test\/campaigns\/crash\//, /^test\/campaigns\//];
const remainingOrder = [
  /^(test\/(simulation|platform-faults|python-sdk)\/|scripts\/events\/fold-cost|libs\/assets\/inspection\/inspect-image)/,
  /^libs\/(embedded|event-store|leases|local-event-store|work-queue)\/.*\.(pg|esdb|nats)\.spec\.ts$/,
  /^test\/.*\.e2e\.ts$/,
  /\.(pg|esdb|nats)\.spec\.ts$/,
];

/**
 * The long files come first, so that no worker is left alone with one of them at the end. Those that start a dozen processes saturate the machine
 * and slow each other: they are spread over the files that stay in their process or mostly wait, so that the other worker has such a one meanwhile.
 */
module.exports = class SlowestFirst extends Sequencer {
  sort(tests) {
    const fileOf = ({ path, context }) => path.slice(context.config.rootDir.length + 1);
    const rankIn = (order, test) => {
      const rank = order.findIndex((pattern) => pattern.test(fileOf(test)));
      return rank === -1 ? order.length : rank;
    };
    const sorted = (order, some) => some.sort((a, b) => rankIn(order, a) - rankIn(order, b));
    const all = super.sort(tests);
    const heavy = sorted(
      processOrder,
      all.filter((test) => startProcesses.test(fileOf(test))),
    );
    const others = sorted(
      remainingOrder,
      all.filter((test) => !startProcesses.test(fileOf(test))),
    );
    const beside = others.filter((test) => rankIn(remainingOrder, test) < remainingOrder.length);
    const share = Math.ceil(beside.length / Math.max(1, heavy.length));
    const spread = heavy.flatMap((test, index) => [test, ...beside.slice(index * share, (index + 1) * share)]);
    return [...spread, ...beside.slice(heavy.length * share), ...others.slice(beside.length)];
  }
};
