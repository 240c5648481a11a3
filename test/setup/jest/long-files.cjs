/**
 * Files that start a dozen processes or wait for minutes, and of whose subjects shorter files or a whole campaign are, too. `npm run test:long` runs them,
 * `npm test` all others. What only one file proves (no secret in the clear, a restored backup, an edited history) stays in `npm test`.
 */
module.exports = [
  'libs/embedded/start-postgres.pg.spec.ts',
  'test/campaigns/**/*.e2e.ts',
  'test/clients/*.e2e.ts',
  'test/operations/{kubernetes,log-copy,projections,standalone}/*.e2e.ts',
  'test/sdk/documented-programs.e2e.ts',
  'test/web/docs.e2e.ts',
  'test/webhooks/documented-receivers.e2e.ts',
];
