/**
 * Files that start a dozen processes or more, or take a minute or more: more than a third of the time of all. Shorter files are about their subjects, too.
 * `npm run test:long` runs them, `npm test` all others.
 */
module.exports = {
  unit: ['test/python-sdk/*.spec.ts'],
  realParts: [
    'libs/embedded/start-postgres.pg.spec.ts',
    'test/audit/verifiers.e2e.ts',
    'test/campaigns/**/*.e2e.ts',
    'test/clients/*.e2e.ts',
    'test/connections/refresh.e2e.ts',
    'test/operations/{backup,canaries,kubernetes,log-copy,projections,standalone}/*.e2e.ts',
    'test/publishing/{held-files,in-flight}.e2e.ts',
    'test/sdk/documented-programs.e2e.ts',
    'test/web/docs.e2e.ts',
    'test/webhooks/documented-receivers.e2e.ts',
  ],
};
