import { beginOfDay, tableFrom } from '@pps/read-store';
import type { TimedPin } from './pin_times.tables';

/** What one fact adds to the day of the account that its pin is published with, and to that of its failures. */
export interface AccountDayFact extends TimedPin {
  readonly counts: Readonly<Partial<Record<AccountMeasure, number>>>;
}

const measureMeanings = {
  pins_accepted: 'Pins that were accepted (PinQueued).',
  attempts: 'Calls that would create a pin at the platform (PinPublishAttemptStarted).',
  pins_published: 'Pins that were published (PinPublished).',
  pins_deferred: 'Times that a pin was put off (PinPublishDeferred).',
  rate_limited: 'Of these, where the platform only asked to wait.',
  unknown_outcomes: 'Calls without an answer (PinPublishOutcomeUnknown).',
  pins_failed: 'Times that a pin failed (PinFailed); retried and failed again counts again.',
  access_failures: 'Of these, for want of access (error_class access): the owner of the account has to do something.',
  pacing_ms: 'Milliseconds that pins were ready and waited for these calls to begin, added up.',
} as const;
export type AccountMeasure = keyof typeof measureMeanings;
const measures = Object.keys(measureMeanings) as readonly AccountMeasure[];

const sum = <Measure extends AccountMeasure>(measure: Measure) =>
  ['bigint not null', measureMeanings[measure], ({ counts }: AccountDayFact) => counts[measure] ?? 0, { rewrite: 'add' }] as const;
const sums = Object.fromEntries(measures.map((measure) => [measure, sum(measure)])) as {
  readonly [Measure in AccountMeasure]: ReturnType<typeof sum<Measure>>;
};

/** Columns that tell whose day it is, and the newest fact in it. */
export const dayColumns = {
  begin_at: [
    'timestamptz',
    "Begin of the day in UTC, by the log's clock (recorded_at of the facts).",
    ({ fact }: AccountDayFact) => beginOfDay(fact.recordedAt),
  ],
  project_id: ['uuid', 'Project (workspace_id in the API).', ({ times }: AccountDayFact) => times.origin.projectId],
  epoch: ['int', 'How often the project had been reset.', ({ times }: AccountDayFact) => times.origin.epoch],
  organization_id: ['uuid not null', 'Organization the project belongs to.', ({ times }: AccountDayFact) => times.origin.organizationId],
} as const;

export const newestFactColumns = {
  event_id: ['uuid not null', 'Id of the newest fact that is counted here.', ({ fact }: AccountDayFact) => fact.id],
  position: ['bigint not null', 'Position of that fact in the whole log.', ({ fact }: AccountDayFact) => fact.position.toString()],
} as const;

export const accountDayTable = tableFrom<AccountDayFact>()({
  name: 'account_days',
  meaning:
    'How each platform account did on each day (UTC): sums over the facts of its pins, kept as they come; a day without any has no row. What the account is now stands in account.',
  key: ['project_id', 'account_id', 'begin_at', 'epoch'],
  indexes: ['(project_id, begin_at)', '(organization_id, begin_at)'],
  columns: {
    account_id: ['uuid', 'Platform account that the pins were published with when it happened.', ({ times }) => times.accountId],
    ...dayColumns,
    ...sums,
    ...newestFactColumns,
  },
});
