const base = require('./jest.config.cjs');

// The contract suite against whatever EventStoreDB is behind EVENTSTORE_URL; nothing is started for it.
if (!process.env.EVENTSTORE_URL) throw new Error('EVENTSTORE_URL names the event store to be put under the contract suite: it is not set.');

const { globalSetup, globalTeardown, ...realParts } = base.projects.find(({ displayName }) => displayName === 'real-parts');

module.exports = {
  ...base,
  projects: [{ ...realParts, displayName: 'contract', testMatch: ['<rootDir>/libs/local-event-store/contract/*.esdb.spec.ts'] }],
};
