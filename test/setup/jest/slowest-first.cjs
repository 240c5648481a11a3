const Sequencer = require('@jest/test-sequencer').default;

// The long ones come first, so that no worker is left alone with one of them at the end. The campaigns start a dozen processes each and slow each
// other: beside the two longest run files that stay in their process or mostly wait.
const ranks = [
  /^test\/campaigns\/faults\//,
  /^test\/(simulation|platform-faults)\//,
  /^test\/campaigns\/crash\//,
  /^libs\/(embedded|event-store|leases|local-event-store|work-queue)\/.*\.(pg|esdb|nats)\.spec\.ts$/,
  /^test\/campaigns\//,
  /^test\/(web|story|operations)\//,
  /^test\//,
  /\.(pg|esdb|nats)\.spec\.ts$/,
];

module.exports = class SlowestFirst extends Sequencer {
  sort(tests) {
    const rankOf = ({ path, context }) => {
      const file = path.slice(context.config.rootDir.length + 1);
      const rank = ranks.findIndex((pattern) => pattern.test(file));
      return rank === -1 ? ranks.length : rank;
    };
    return super.sort(tests).sort((a, b) => rankOf(a) - rankOf(b));
  }
};
