/** Files that are no part of the product and name an owner's tables nevertheless: which, and why. */
export const tableExceptions: Readonly<Record<string, { readonly names: readonly string[] | 'any'; readonly why: string }>> = {
  'bench/pacer-queries.bench.ts': { names: ['pins.publish_grant'], why: 'fills the table to the size that it measures at' },
  'libs/event-store/log-identity.esdb.spec.ts': {
    names: ['event_store.event'],
    why: 'deletes the first event, so that the log begins with another one',
  },
  'scripts/analytics/analytics.pg.spec.ts': { names: ['read.pins', 'vault.entry'], why: 'analysts must be refused both' },
  'test/assets/publishing.e2e.ts': { names: ['pins.publish_grant'], why: 'asserts the tokens that a video has spent' },
  'test/campaigns/platform-answers/fed-read-models.ts': {
    names: ['read.pins', 'read.publish_queue'],
    why: 'counts the pins that are shown as unfinished',
  },
  'test/campaigns/take-over/take-over.ts': { names: ['leases.lease'], why: 'measures how long a lease has no holder' },
  'test/connections/idle-accounts.e2e.ts': { names: ['mail.outbox', 'read_store.checkpoint'], why: 'waits until no mail is under way' },
  'test/operations/backup/copies.ts': {
    names: ['leases.lease', 'read_store.migration', 'read_store.repeatable_migration'],
    why: 'compares every table of two databases but for these',
  },
  'test/operations/backup/drill.e2e.ts': { names: ['read_store.checkpoint'], why: 'loses what an operator may lose' },
  'test/operations/backup/restored.ts': { names: ['read_store.checkpoint'], why: 'does what the operator is told to do' },
  'test/operations/upgrade/owned-schemas.pg.spec.ts': { names: 'any', why: 'asserts where the tables of release 1.58 have moved' },
  'test/operations/upgrade/release-1-58.ts': { names: 'any', why: 'the tables of release 1.58, and what they are called now' },
  'test/pacing/run-steps.ts': { names: 'any', why: 'steps through the functions of pacing in one transaction' },
  'test/publishing/learned-limit.e2e.ts': { names: ['pins.pacing_bucket'], why: 'ends a wait that would last minutes' },
  'test/publishing/next-action.e2e.ts': {
    names: ['read.pins', 'read.publish_queue', 'read_store.checkpoint'],
    why: 'breaks rows so that the alarm has something to find',
  },
  'test/publishing/refusals.e2e.ts': { names: ['pins.pacing_bucket'], why: 'parks an account and ends it' },
  'test/sandbox/publishing.e2e.ts': { names: ['pins.pacing_bucket'], why: 'asserts that a sandbox spends no token of the others' },
  'test/sign-in/verification-mail.e2e.ts': { names: ['mail.outbox'], why: 'asserts that nothing waits any more' },
  'test/webhooks/alert-mail.e2e.ts': { names: ['mail.outbox', 'read_store.checkpoint'], why: 'waits until no mail is under way' },
  'test/webhooks/delivery.e2e.ts': {
    names: ['webhooks.attempt_response', 'webhooks.failure', 'webhooks.subscription'],
    why: 'asserts what is deleted after 30 days, and what a process that lost its rows does',
  },
  'test/webhooks/dispatching.e2e.ts': { names: ['webhooks.offer'], why: 'asserts which deliveries are offered again' },
  'test/workspaces/forgetting.e2e.ts': { names: ['read_store.checkpoint', 'vault.entry'], why: 'asserts that no secret is left' },
};
