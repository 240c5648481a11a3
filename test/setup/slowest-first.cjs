const Sequencer = require('@jest/test-sequencer').default;

// The long ones come first, so that no worker is left alone with one of them at the end.
const ranks = [
  /^test\/campaigns\//,
  /^test\/simulation\//,
  /^test\/(platform-faults|web|story|operations)\//,
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
