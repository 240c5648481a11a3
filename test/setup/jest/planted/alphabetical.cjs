const Sequencer = require('@jest/test-sequencer').default;

module.exports = class Alphabetical extends Sequencer {
  sort(tests) {
    return [...tests].sort((a, b) => (a.path < b.path ? -1 : 1));
  }
};
