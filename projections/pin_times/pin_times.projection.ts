import { factsOf, type RecordedFact, idOf } from '@pps/event-store';
import { pinStream, type PinFact } from '@pps/pins/events';
import { defineProjection, runPrepared, type ProjectionContext, type RemovedOwner } from '@pps/read-store';
import { epochFacts, projectStream, startsEpoch } from '@pps/workspaces/events';
import { accountDayTable } from './account-days.tables';
import { countDays, type TimedFact } from './count-days';
import { failureDayTable } from './failure-days.tables';
import { foldTimes } from './fold-times';
import { pinAttemptTable, pinTimesTable, type FoldedTimes, type TimedAttempt, type TimedPin } from './pin_times.tables';

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
