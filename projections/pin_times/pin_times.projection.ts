import { factsOf, type RecordedFact, idOf } from '@pps/event-store';
import { pinStream, type PinFact } from '@pps/pins/events';
import { defineProjection, runPrepared, type ProjectionContext, type RemovedOwner, beginOfDay } from '@pps/read-store';
import { epochFacts, projectStream, startsEpoch } from '@pps/workspaces/events';
import { accountDayTable, type AccountMeasure, type AccountDayFact } from './account-days.tables';
import { failureDayTable, type FailureDayFact } from './failure-days.tables';
import { foldTimes } from './fold-times';
import { pinAttemptTable, pinTimesTable, type FoldedTimes, type TimedAttempt, type TimedPin, type PinAttempt } from './pin_times.tables';

/** Where the time of each pin went, each of its attempts, and what became of them by day: no text of anybody's. */
export const pinTimesProjection = defineProjection({
  name: 'pin_times',
  version: 2,
  handles: factsOf(pinStream).and(projectStream, ...epochFacts),
  tables: [pinTimesTable, pinAttemptTable, accountDayTable, failureDayTable],

  async project(facts, context) {
    let batch: RecordedFact<PinFact>[] = [];
    for (const fact of facts) {
      if (!startsEpoch(fact)) {
        batch.push(fact);
        continue;
      }
      await projectTimes(batch, context);
      batch = [];
      await context.remove({ owner: idOf(fact, projectStream), beforeEpoch: fact.data.epoch });
    }
    await projectTimes(batch, context);
  },
  removePortion: removeOlderEpochs,
});

interface Known {
  readonly revision: number;
  readonly times: FoldedTimes | null;
}

async function projectTimes(facts: readonly RecordedFact<PinFact>[], context: ProjectionContext): Promise<void> {
  const { tx, table } = context;
  if (facts.length === 0) return;
  const ids = [...new Set(facts.map(pinIdOf))];
  const { rows } = await runPrepared<{ rows: { readonly pin_id: string; readonly revision: number; readonly folded: FoldedTimes }[] }>(
    tx,
    `select pin_id, revision, folded from ${table('pin_times')} where pin_id = any(array(select unnest(?::uuid[])))`,
    [ids],
  );
  const known = new Map<string, Known>(rows.map(({ pin_id, revision, folded }) => [pin_id, { revision, times: folded }]));
  const pins = new Map<string, TimedPin>();
  const attempts = new Map<string, TimedAttempt>();
  const timed: TimedFact[] = [];
  for (const fact of facts) {
    const id = pinIdOf(fact);
    const before = known.get(id) ?? { revision: -1, times: null };
    if (fact.revision <= before.revision) continue;
    const after = foldTimes(before.times, fact);
    if (!after) continue;
    known.set(id, { revision: fact.revision, times: after.times });
    pins.set(id, { fact, times: after.times });
    timed.push({ fact, ...after });
    if (after.attempt) attempts.set(`${id} ${after.attempt.revision}`, { times: after.times, attempt: after.attempt });
  }
  await pinTimesTable.upsertFrom(tx, table('pin_times'), [...pins.values()]);
  await pinAttemptTable.upsertFrom(tx, table('pin_attempts'), [...attempts.values()]);
  await countDays(timed, context);
}

const pinIdOf = (fact: RecordedFact): string => idOf(fact, pinStream);

async function removeOlderEpochs({ owner, beforeEpoch }: RemovedOwner, most: number, { tx, table }: ProjectionContext): Promise<number> {
  let rows = 0;
  for (const { name } of [pinTimesTable, pinAttemptTable, accountDayTable, failureDayTable]) {
    const older = tx(table(name))
      .where({ project_id: owner })
      .andWhere('epoch', '<', beforeEpoch)
      .limit(most - rows)
      .select('ctid');
    rows += await tx(table(name)).whereIn('ctid', older).delete();
    if (rows >= most) return rows;
  }
  return rows;
}

/** A pin after one fact, and the attempt that the fact changed. */
interface TimedFact extends TimedPin {
  readonly attempt: PinAttempt | null;
}

/** Adds facts to the days of accounts and failures. Each may be given once only. */
async function countDays(facts: readonly TimedFact[], { tx, table }: ProjectionContext): Promise<void> {
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
