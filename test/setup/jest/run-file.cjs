const { appendFileSync } = require('node:fs');
const { relative } = require('node:path');
const circus = require('jest-circus/runner');
const { awayFromMonthEnd } = require('./away-from-month-end.cjs');
const { runAs } = require('./late-errors.cjs');

// As it is before a file fakes it.
const now = performance.now.bind(performance);

/**
 * jest-circus, so that whatever a file begins is known as its own. With TEST_COSTS=<path> that file gets a line for each file of tests: seconds that it
 * took, seconds of processor time of its worker (what it started as processes not counted), and its path.
 */
module.exports = async (globalConfig, config, environment, runtime, testPath, ...more) => {
  if (config.displayName?.name === 'real-parts') await awayFromMonthEnd();
  const { TEST_COSTS: costs } = process.env;
  const [begun, before] = [now(), process.cpuUsage()];
  const result = await runAs(testPath, () => (circus.default ?? circus)(globalConfig, config, environment, runtime, testPath, ...more));
  if (costs) {
    const { user, system } = process.cpuUsage(before);
    const seconds = [(now() - begun) / 1e3, (user + system) / 1e6].map((each) => each.toFixed(1));
    appendFileSync(costs, `${seconds.join('\t')}\t${relative(config.rootDir, testPath)}\n`);
  }
  return result;
};
