const circus = require('jest-circus/runner');
const { runAs } = require('./late-errors.cjs');

/** jest-circus, so that whatever a file begins is known as its own. */
module.exports = (globalConfig, config, environment, runtime, testPath, ...more) =>
  runAs(testPath, () => (circus.default ?? circus)(globalConfig, config, environment, runtime, testPath, ...more));
