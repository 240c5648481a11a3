const { availableParallelism } = require('node:os');
const compilation = require('./swc.config.cjs');
const longFiles = require('./test/setup/jest/long-files.cjs');

const shared = {
  transform: { '^.+\\.ts$': ['@swc/jest', compilation] },
  moduleFileExtensions: ['ts', 'js', 'json'],
  // What is compiled has no aliases left; Jest itself reads the sources when it looks for the tests of a file (--findRelatedTests).
  moduleNameMapper: Object.fromEntries(
    Object.entries(compilation.jsc.paths).map(([alias, [folder]]) => [
      `^${alias.replace('*', '(.*)')}$`,
      `<rootDir>/${folder.replace('*', '$1')}`,
    ]),
  ),
  testPathIgnorePatterns: ['/node_modules/', '/dist'],
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  extensionsToTreatAsEsm: [],
  // Modules are evaluated once for all files of a worker, not for each file (CONTRIBUTING.md, Tests).
  runtime: '<rootDir>/test/setup/jest/shared-modules.cjs',
  testEnvironment: '<rootDir>/test/setup/jest/worker-realm.cjs',
  testRunner: '<rootDir>/test/setup/jest/run-file.cjs',
  prettierPath: null,
};

// `!<rootDir>/…` would leave nothing out (Jest 30.5): the tag is replaced at the beginning of a pattern only.
const notLong = longFiles.map((file) => `!**/${file}`);

module.exports = {
  // Two workers for each processor took a fifth longer than one: each evaluates all modules and runs them cold. One more, for the files that mostly wait.
  maxWorkers: Number(process.env.TEST_WORKERS ?? availableParallelism() + 1),
  // A file that starts the API leaves about 10 MB behind, garbage not counted. A fresh worker loads all modules anew and runs them cold.
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/test/setup/jest/slowest-first.cjs',
  // How long a test or a hook may take on a machine with no time to spare: a bound for what hangs, never an assertion of speed.
  testTimeout: 300_000,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/**/*.spec.ts'],
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, '\\.(pg|esdb|nats)\\.spec\\.ts$'],
    },
    {
      ...shared,
      displayName: 'real-parts',
      testMatch: ['<rootDir>/**/*.{pg,esdb,nats}.spec.ts', '<rootDir>/test/**/*.e2e.ts', ...notLong],
      globalSetup: '<rootDir>/test/setup/start-parts.ts',
      globalTeardown: '<rootDir>/test/setup/stop-parts.ts',
    },
  ],
};
