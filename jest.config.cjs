const shared = {
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleFileExtensions: ['ts', 'js', 'json'],
  moduleNameMapper: { '^@pps/(.*)$': '<rootDir>/libs/$1', '^@projections/(.*)$': '<rootDir>/projections/$1' },
  testPathIgnorePatterns: ['/node_modules/', '/dist'],
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  extensionsToTreatAsEsm: [],
  testEnvironment: 'node',
  prettierPath: null,
};

module.exports = {
  maxWorkers: 2,
  // Each started API leaves about 40 MB that Node never frees (the metrics' histogram holds its module registry). Beyond half a gigabyte
  // collecting garbage takes most of a worker's time, so that a fresh one takes over.
  workerIdleMemoryLimit: '500MB',
  testSequencer: '<rootDir>/test/setup/slowest-first.cjs',
  testTimeout: 60_000,
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
      testMatch: ['<rootDir>/**/*.{pg,esdb,nats}.spec.ts', '<rootDir>/test/**/*.e2e.ts'],
      globalSetup: '<rootDir>/test/setup/start-parts.ts',
      globalTeardown: '<rootDir>/test/setup/stop-parts.ts',
    },
  ],
};
