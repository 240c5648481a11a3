const { TestEnvironment } = require('jest-environment-node');
const differences = require('./kurrent-differences.cjs');

const nameOf = ({ name, parent }) => (parent && parent.name !== 'ROOT_DESCRIBE_BLOCK' ? `${nameOf(parent)} › ${name}` : name);

/** Expects of a promise that `@kurrent/kurrentdb-client` is known not to keep that it is not kept: once it is, the test fails. */
module.exports = class extends TestEnvironment {
  handleTestEvent(event) {
    if (event.name === 'test_start' && differences.includes(nameOf(event.test))) event.test.failing = true;
  }
};
