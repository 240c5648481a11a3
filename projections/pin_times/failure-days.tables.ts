import { tableFrom } from '@pps/read-store';
import { dayColumns, newestFactColumns, type AccountDayFact } from './account-days.tables';
import type { PinError } from './pin_times.tables';

/** A pin that failed or was put off, and why. */
export interface FailureDayFact extends AccountDayFact {
  readonly error: PinError;
}

export const failureDayTable = tableFrom<FailureDayFact>()({
  name: 'failure_days',
  meaning:
    'Why pins failed or were put off on each day (UTC), by account, class and reason: sums kept as the facts come; what did not happen has no row.',
  key: ['project_id', 'account_id', 'begin_at', 'epoch', 'error_code'],
  indexes: ['(project_id, begin_at)', '(organization_id, begin_at)'],
  columns: {
    account_id: ['uuid', 'Platform account that the pins were published with.', ({ times }) => times.accountId],
    ...dayColumns,
    error_code: ['text', 'The reason, as in pin_times.', ({ error }) => error.code],
    error_class: [
      'text',
      'Whose turn it is: content (the author), access (owner of the account), platform, rate_limit, outcome_unknown or internal; null of a reason that this release does not know.',
      ({ error }): string | null => error.class,
    ],
    pins_failed: [
      'bigint not null',
      'Times that a pin failed for that reason (PinFailed); retried and failed again counts again.',
      ({ counts }) => counts.pins_failed ?? 0,
      { rewrite: 'add' },
    ],
    pins_deferred: [
      'bigint not null',
      'Times that a pin was put off for it, to be tried again (PinPublishDeferred).',
      ({ counts }) => counts.pins_deferred ?? 0,
      { rewrite: 'add' },
    ],
    ...newestFactColumns,
  },
});
