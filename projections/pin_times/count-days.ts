import { beginOfDay, type ProjectionContext } from '@pps/read-store';
import { accountDayTable, type AccountMeasure, type AccountDayFact } from './account-days.tables';
import { failureDayTable, type FailureDayFact } from './failure-days.tables';
import type { PinAttempt, TimedPin } from './pin_times.tables';

/** A pin after one fact, and the attempt that the fact changed. */
export interface TimedFact extends TimedPin {
  readonly attempt: PinAttempt | null;
}

/** Adds facts to the days of accounts and failures. Each may be given once only. */
export async function countDays(facts: readonly TimedFact[], { tx, table }: ProjectionContext): Promise<void> {
  const days = new Map<string, AccountDayFact>();
  const failures = new Map<string, FailureDayFact>();
  for (const each of facts) {
    const counts = countsOf(each);
    if (!counts) continue;
    const { fact, times } = each;
    const { projectId, epoch } = times.origin;
    const day = `${projectId} ${times.accountId} ${beginOfDay(fact.recordedAt)} ${epoch}`;
    days.set(day, { fact, times, counts: added(days.get(day)?.counts, counts) });
    if (!times.error || !(counts.pins_failed || counts.pins_deferred)) continue;
    const failure = `${day} ${times.error.code}`;
    failures.set(failure, { fact, times, error: times.error, counts: added(failures.get(failure)?.counts, counts) });
  }
  await accountDayTable.upsertFrom(tx, table('account_days'), [...days.values()]);
  await failureDayTable.upsertFrom(tx, table('failure_days'), [...failures.values()]);
}

type Counts = Partial<Record<AccountMeasure, number>>;

/** The sums with these added to them, which are changed. */
function added(sums: Counts | undefined, counts: Counts): Counts {
  if (!sums) return { ...counts };
  for (const name of Object.keys(counts) as AccountMeasure[]) sums[name] = (sums[name] ?? 0) + (counts[name] ?? 0);
  return sums;
}

function countsOf({ fact, times: { error }, attempt }: TimedFact): Counts | null {
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
