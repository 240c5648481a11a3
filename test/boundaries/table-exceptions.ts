/** Files that are no part of the product and name tables of owners nevertheless: whose, and why. */
export const tableExceptions: Readonly<Record<string, { readonly owners: readonly string[] | 'any'; readonly why: string }>> = {
  'apps/pinctl/export-view.pg.spec.ts': { owners: ['projections/pins'], why: 'writes a title that CSV has to quote' },
  'apps/pinctl/rejoin-installation.pg.spec.ts': {
    owners: ['libs/read-store', 'libs/webhooks'],
    why: 'makes what a fork leaves behind, and rows of a process that runs',
  },
  'bench/steady.bench.ts': { owners: ['libs/pins'], why: 'waits until all pins are published, at no cost of the service' },
  'libs/connections/boards/platform-reads.pg.spec.ts': {
    owners: ['libs/rate-limits'],
    why: 'empties the buckets, and sets one as a wrong clock would',
  },
  'scripts/analytics/analytics.pg.spec.ts': { owners: ['libs/vault', 'projections/pins'], why: 'analysts must be refused both' },
  'scripts/analytics/worked-queries.pg.spec.ts': {
    owners: ['libs/read-store', 'projections/pin_times'],
    why: 'grants workspaces, and analysts must be refused tables',
  },
  'test/operations/two-primaries.pg.spec.ts': {
    owners: ['libs/local-event-store', 'libs/read-store'],
    why: 'asks each of two servers what it has',
  },
  'test/platform-faults/unlisted-answers.e2e.ts': { owners: ['libs/pins'], why: 'counts the grants that calls into a block took' },
  'test/assets/publishing.e2e.ts': { owners: ['libs/pins'], why: 'asserts the tokens that a video has spent' },
  'test/audit/seeded-workspaces.e2e.ts': {
    owners: [
      'libs/imports',
      'libs/webhooks',
      'projections/activity_log',
      'projections/pins',
      'projections/schedules',
      'projections/sessions',
      'projections/workspaces',
    ],
    why: 'waits until nothing is under way any more, then edits rows beneath their projections',
  },
  'test/campaigns/platform-answers/fed-read-models.ts': {
    owners: ['libs/pins', 'projections/pins'],
    why: 'counts the pins that are shown as unfinished',
  },
  'test/campaigns/connector-floods/connector-floods-campaign.ts': {
    owners: ['libs/identity'],
    why: 'counts the rows that registrations leave',
  },
  'test/campaigns/grants/plant-rotation.ts': { owners: ['libs/identity'], why: 'plants a refresh that rotates each time' },
  'test/campaigns/cluster/watch-duties.ts': { owners: ['libs/leases'], why: 'measures how long a lease has no holder, past cut wires' },
  'test/campaigns/upgrade/rebuild-older.ts': {
    owners: ['libs/read-store'],
    why: 'sees which versions serve, also those of another release',
  },
  'test/campaigns/take-over/take-over.ts': { owners: ['libs/leases'], why: 'measures how long a lease has no holder' },
  'test/connections/idle-accounts.e2e.ts': { owners: ['libs/mail', 'libs/read-store'], why: 'waits until no mail is under way' },
  'test/grants/repeated-code.e2e.ts': { owners: ['libs/identity'], why: 'plants a fault at each write of an exchange' },
  'test/grants/token-outage.e2e.ts': {
    owners: ['libs/identity'],
    why: 'holds a refresh in the database while the process is told to stop',
  },
  'test/idempotency/repeats.e2e.ts': {
    owners: ['libs/idempotency'],
    why: 'loses answers, as a process that dies after its work and before its record does',
  },
  'test/limits/bulk-waits.e2e.ts': { owners: ['libs/read-store'], why: 'holds a checkpoint, so that a read model is behind' },
  'test/publishing/held-files.e2e.ts': { owners: ['libs/pins'], why: 'waits until an attempt was offered again, or has ended' },
  'test/publishing/long-waits.e2e.ts': { owners: ['libs/pins'], why: 'ends the wait of an account, which is on the database’s clock' },
  'test/operations/alerts/bad-situations.ts': {
    owners: 'any',
    why: 'breaks rows of each owner so that the alarms have something to find',
  },
  'test/operations/backup/copies.ts': {
    owners: ['libs/leases', 'libs/read-store'],
    why: 'compares every table of two databases but for these',
  },
  'test/operations/backup/drill.e2e.ts': { owners: ['libs/read-store'], why: 'loses what an operator may lose' },
  'test/operations/backup/restored.ts': { owners: ['libs/read-store'], why: 'does what the operator is told to do' },
  'test/operations/upgrade/owned-schemas.pg.spec.ts': { owners: 'any', why: 'asserts where the tables of release 1.58 have moved' },
  'test/operations/upgrade/release-1-58.ts': { owners: 'any', why: 'the tables of release 1.58, and what they are called now' },
  'test/operations/vault-rotation/rotation.e2e.ts': {
    owners: ['libs/vault'],
    why: 'holds a key, so that the rotation waits until it is killed',
  },
  'test/pacing/run-steps.ts': { owners: 'any', why: 'steps through the functions of pacing in one transaction' },
  'test/simulation/pairs/pair-rows.ts': {
    owners: ['projections/api_keys', 'projections/pins', 'projections/schedules', 'projections/webhooks'],
    why: 'answers, from memory, what the commands ask of these tables',
  },
  'test/publishing/learned-limit.e2e.ts': { owners: ['libs/pins'], why: 'ends a wait that would last minutes' },
  'test/publishing/next-action.e2e.ts': {
    owners: ['libs/pins', 'libs/read-store', 'projections/pins'],
    why: 'breaks rows so that the alarm has something to find',
  },
  'test/publishing/removed-at-the-claim.e2e.ts': { owners: ['libs/pins'], why: 'holds the tokens of an account, so that a claim waits' },
  'test/publishing/refusals.e2e.ts': { owners: ['libs/pins'], why: 'parks an account and ends it' },
  'test/sandbox/publishing.e2e.ts': { owners: ['libs/pins'], why: 'asserts that a sandbox spends no token of the others' },
  'test/sign-in/verification-mail.e2e.ts': { owners: ['libs/mail'], why: 'asserts that nothing waits any more' },
  'test/webhooks/alert-mail.e2e.ts': { owners: ['libs/mail', 'libs/read-store'], why: 'waits until no mail is under way' },
  'test/webhooks/delivery.e2e.ts': {
    owners: ['libs/webhooks'],
    why: 'asserts what is deleted after 30 days, and what a process that lost its rows does',
  },
  'test/webhooks/dispatching.e2e.ts': {
    owners: ['libs/webhooks'],
    why: 'asserts which deliveries are offered again, and fills in many webhooks',
  },
  'test/workspaces/account-export/account-export.e2e.ts': { owners: ['libs/workspaces'], why: 'loses a row' },
  'test/workspaces/account-export/archive-steps.ts': {
    owners: ['libs/workspaces'],
    why: 'does not wait for the time of the next try',
  },
  'test/operations/canaries/canaries.e2e.ts': { owners: ['libs/vault'], why: 'asserts that no key is left' },
  'test/workspaces/forgetting/forgetting.e2e.ts': {
    owners: ['libs/read-store', 'libs/vault', 'libs/workspaces'],
    why: 'asserts that no secret is left, and does not wait for the time of the next try',
  },
};
