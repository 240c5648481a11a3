import { quotaStream, type QuotaConsumed, type QuotaReleased } from '@pps/billing/events';
import { factsOf, type RecordedFact, idOf } from '@pps/event-store';
import { defineProjection, runPrepared, type ProjectionContext, type RemovedOwner, type RowOf, type Transaction } from '@pps/read-store';
import { projectStream } from '@pps/workspaces/events';
import { quotaLedgerTable, type ConsumedEntry } from './quota_ledger.tables';

type LedgerRow = RowOf<typeof quotaLedgerTable>;

/** Every unit of quota consumed or given back, with the month's balance after it. */
export const quotaLedgerProjection = defineProjection({
  name: 'quota_ledger',
  version: 3,
  handles: factsOf(quotaStream, 'QuotaConsumed', 'QuotaReleased').and(projectStream, 'ProjectForgotten'),
  tables: [quotaLedgerTable],

  async project(all, context) {
    let batch: RecordedFact<QuotaConsumed | QuotaReleased>[] = [];
    for (const fact of all) {
      if (fact.type !== 'ProjectForgotten') {
        batch.push(fact);
        continue;
      }
      await projectLedger(batch, context);
      batch = [];
      await context.remove({ owner: idOf(fact, projectStream), beforeEpoch: fact.data.epoch });
    }
    await projectLedger(batch, context);
  },
  removePortion,
});

async function projectLedger(
  facts: readonly RecordedFact<QuotaConsumed | QuotaReleased>[],
  { tx, table }: ProjectionContext,
): Promise<void> {
  if (facts.length === 0) return;
  const name = table('quota_ledger');
  const streams = [...new Set(facts.map((fact) => fact.stream))];
  const last = (
    await runPrepared<{ rows: Pick<LedgerRow, 'stream' | 'revision' | 'balance'>[] }>(
      tx,
      // By the primary key backwards: a month holds a hundred thousand rows.
      `select last.* from unnest(array(select unnest(?::text[]))) as month (stream) cross join lateral (
           select stream, revision, balance from ${name} as row where row.stream = month.stream order by revision desc, item desc limit 1) as last`,
      [streams],
    )
  ).rows;
  const heads = new Map(last.map((row) => [row.stream, row]));
  const released = facts.flatMap((fact) => (fact.type === 'QuotaReleased' ? fact.data.entries : []));
  const known = await consumedEntries(
    released.map((entry) => entry.entryId),
    tx,
    name,
  );
  const rows: LedgerRow[] = [];
  for (const fact of facts) {
    const head = heads.get(fact.stream);
    if (head && fact.revision <= head.revision) continue;
    const added = rowsOf(fact, head?.balance ?? 0, known);
    rows.push(...added);
    const newest = added.at(-1);
    if (newest) heads.set(fact.stream, newest);
  }
  await quotaLedgerTable.insertMissing(tx, name, rows);
}

/** Of a project that is forgotten; a sandbox's earlier epochs stay, and nobody is shown them. */
async function removePortion({ owner, beforeEpoch }: RemovedOwner, most: number, { tx, table }: ProjectionContext): Promise<number> {
  const name = table('quota_ledger');
  const older = tx(name).where({ project_id: owner }).andWhere('epoch', '<', beforeEpoch).limit(most).select('ctid');
  return tx(name).whereIn('ctid', older).delete();
}

/** What released entries had said when they were consumed, by the entry. */
async function consumedEntries(entryIds: readonly string[], tx: Transaction, table: string): Promise<Map<string, ConsumedEntry>> {
  if (entryIds.length === 0) return new Map();
  const rows = (await tx(table)
    .whereIn('entry_id', entryIds)
    .where({ kind: 'consumed' })
    .select({ entryId: 'entry_id', source: 'source', accountId: 'account_id', scheduleId: 'schedule_id' })) as (ConsumedEntry & {
    readonly entryId: string;
  })[];
  return new Map(rows.map(({ entryId, ...entry }) => [entryId, entry]));
}

function rowsOf(fact: RecordedFact<QuotaConsumed | QuotaReleased>, before: number, known: Map<string, ConsumedEntry>): LedgerRow[] {
  let balance = before;
  if (fact.type === 'QuotaConsumed') {
    return fact.data.entries.map((entry, item) => {
      known.set(entry.entryId, entry);
      balance += entry.units;
      return quotaLedgerTable.row({ fact, item, entry, consumed: entry, reason: null, actor: entry.actor, balance });
    });
  }
  return fact.data.entries.map((entry, item) => {
    balance -= 1;
    const consumed = known.get(entry.entryId) ?? null;
    return quotaLedgerTable.row({ fact, item, entry, consumed, reason: entry.reason, actor: fact.metadata.actor, balance });
  });
}
