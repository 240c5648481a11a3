const base = require('./jest.config.cjs');

// The contract suite against whatever EventStoreDB is behind EVENTSTORE_URL, or the local event store; by our client, and by its successor.
const { globalSetup, globalTeardown, ...realParts } = base.projects.find(({ displayName }) => displayName === 'real-parts');
const parts = process.env.EVENTSTORE_URL ? {} : { globalSetup, globalTeardown };
const suite = { ...realParts, ...parts, testMatch: ['<rootDir>/libs/local-event-store/contract/*.esdb.spec.ts'] };

// Modules that Node loads by itself (`runtime`) have no other names.
const { runtime, testRunner, ...evaluatedByJest } = suite;

module.exports = {
  ...base,
  projects: [
    { ...suite, displayName: 'contract' },
    {
      ...evaluatedByJest,
      displayName: 'contract-kurrent',
      // Its reads are generators of native code, not streams.
      testPathIgnorePatterns: [...suite.testPathIgnorePatterns, 'read\\.esdb\\.spec\\.ts$'],
      testEnvironment: '<rootDir>/test/setup/kurrent/kurrent-environment.cjs',
      moduleNameMapper: {
        ...suite.moduleNameMapper,
        '^@eventstore/db-client$': '<rootDir>/test/setup/kurrent/kurrent-client.cjs',
        '^@eventstore/db-client/generated/(.*)$': '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/$1',
      },
    },
  ],
};
