import { mergeDailySums, type ProjectionContext } from '@pps/read-store';
import { accountDayTable, type AccountMeasure, type AccountDayFact } from './account-days.tables';
import { failureDayTable } from './failure-days.tables';
import type { PinAttempt, TimedPin } from './pin_times.tables';

/** A pin after one fact, and the attempt that the fact changed. */
export interface TimedFact extends TimedPin {
  readonly attempt: PinAttempt | null;
}

/** Adds facts to the days of accounts and failures. Each may be given once only. */
export async function countDays(facts: readonly TimedFact[], { tx, table }: ProjectionContext): Promise<void> {
  const counted = facts.flatMap((fact): AccountDayFact[] => {
    const counts = countsOf(fact);
    return counts ? [{ fact: fact.fact, times: fact.times, counts }] : [];
  });
  const failures = counted.flatMap((each) => {
    const { error } = each.times;
    return error && (each.counts.pins_failed || each.counts.pins_deferred) ? [{ ...each, error }] : [];
  });
  await accountDayTable.upsert(
    tx,
    table('account_days'),
    mergeDailySums(counted.map(accountDayTable.row), ['project_id', 'account_id', 'begin_at', 'epoch']),
  );
  await failureDayTable.upsert(
    tx,
    table('failure_days'),
    mergeDailySums(failures.map(failureDayTable.row), ['project_id', 'account_id', 'begin_at', 'epoch', 'error_code']),
  );
}

function countsOf({ fact, times: { error }, attempt }: TimedFact): Partial<Record<AccountMeasure, number>> | null {
  switch (fact.type) {
    case 'PinQueued':
      return { pins_accepted: 1 };
    case 'PinPublishAttemptStarted':
      return { attempts: 1, pacing_ms: attempt?.waitedMs ?? 0 };
    case 'PinPublished':
      return { pins_published: 1 };
    case 'PinPublishDeferred':
      return { pins_deferred: 1, rate_limited: error?.class === 'rate_limit' ? 1 : 0 };
    case 'PinPublishOutcomeUnknown':
      return { unknown_outcomes: 1 };
    case 'PinFailed':
      return { pins_failed: 1, access_failures: error?.class === 'access' ? 1 : 0 };
    default:
      return null;
  }
}
