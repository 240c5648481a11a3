const base = require('./jest.config.cjs');

// The contract suite against whatever EventStoreDB is behind EVENTSTORE_URL; nothing is started for it.
const { globalSetup, globalTeardown, ...realParts } = base.projects.find(({ displayName }) => displayName === 'real-parts');

module.exports = {
  ...base,
  projects: [
    {
      ...realParts,
      displayName: 'contract',
      testMatch: ['<rootDir>/libs/local-event-store/contract/*.esdb.spec.ts'],
      globalSetup: '<rootDir>/test/setup/require-event-store.cjs',
    },
  ],
};
