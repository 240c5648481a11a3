import { quotaStream, type QuotaFact } from '@pps/billing/events';
import { factsOf, type RecordedFact } from '@pps/event-store';
import { jsonb, defineProjection, type Transaction } from '@pps/read-store';

interface LedgerRow {
  stream: string;
  revision: number;
  item: number;
  position: string;
  project_id: string;
  epoch: number;
  month: string;
  at: string;
  kind: 'consumed' | 'released';
  entry_id: string;
  pin_id: string;
  source: string | null;
  reason: string | null;
  actor: string;
  balance: number;
}

/** Every unit of quota consumed or given back, with the month's balance after it. */
export const quotaLedgerProjection = defineProjection({
  name: 'quota_ledger',
  version: 1,
  handles: factsOf(quotaStream, 'QuotaConsumed', 'QuotaReleased'),
  tables: ['quota_ledger'],

  async create({ tx, table }) {
    const name = table('quota_ledger');
    await tx.raw(`
      create table ${name} (
        stream text not null, revision int not null, item int not null, position bigint not null,
        project_id uuid not null, epoch int not null, month text not null, at timestamptz not null,
        kind text not null, entry_id uuid not null, pin_id uuid not null, source text, reason text, actor text not null, balance int not null,
        primary key (stream, revision, item));
      create index on ${name} (project_id, epoch, position desc, item desc);
      create index on ${name} (entry_id);
      comment on table ${name} is 'Ledger of quota: one row a unit consumed or given back.';
      comment on column ${name}.stream is 'The month''s stream in the log.';
      comment on column ${name}.revision is 'Revision of the fact in that stream.';
      comment on column ${name}.item is 'Place of the entry within its fact.';
      comment on column ${name}.position is 'Position of the fact in the whole log.';
      comment on column ${name}.project_id is 'Project whose quota it is.';
      comment on column ${name}.epoch is 'Epoch of the project.';
      comment on column ${name}.month is 'Calendar month in UTC, yyyy-mm.';
      comment on column ${name}.at is 'When it was consumed or given back.';
      comment on column ${name}.kind is 'consumed or released.';
      comment on column ${name}.entry_id is 'The entry; a release names the entry it gives back.';
      comment on column ${name}.pin_id is 'The pin it was for.';
      comment on column ${name}.source is 'api, batch, import or schedule.';
      comment on column ${name}.reason is 'Why it was given back.';
      comment on column ${name}.actor is 'Who caused it, type:id.';
      comment on column ${name}.balance is 'Units used in the month after this row.';`);
  },

  async project(facts, { tx, table }) {
    const name = table('quota_ledger');
    const streams = [...new Set(facts.map((fact) => fact.stream))];
    const last = (
      await tx.raw<{ rows: Pick<LedgerRow, 'stream' | 'revision' | 'balance'>[] }>(
        // By the primary key backwards: a month holds a hundred thousand rows.
        `select last.* from unnest(?::text[]) as month (stream) cross join lateral (
           select stream, revision, balance from ${name} as row where row.stream = month.stream order by revision desc, item desc limit 1) as last`,
        [streams],
      )
    ).rows;
    const heads = new Map(last.map((row) => [row.stream, row]));
    const released = facts.flatMap((fact) => (fact.type === 'QuotaReleased' ? fact.data.entries : []));
    const sources = await sourcesOf(
      released.map((entry) => entry.entryId),
      tx,
      name,
    );
    const rows: LedgerRow[] = [];
    for (const fact of facts) {
      const head = heads.get(fact.stream);
      if (head && fact.revision <= head.revision) continue;
      const added = rowsOf(fact, head?.balance ?? 0, sources);
      rows.push(...added);
      const newest = added.at(-1);
      if (newest) heads.set(fact.stream, newest);
    }
    if (rows.length === 0) return;
    await tx.raw(`insert into ${name} select * from jsonb_populate_recordset(null::${name}, ?::jsonb) on conflict do nothing`, [
      jsonb(rows),
    ]);
  },
});

/** Where released entries had come from, by the entry. */
async function sourcesOf(entryIds: readonly string[], tx: Transaction, table: string): Promise<Map<string, string>> {
  if (entryIds.length === 0) return new Map();
  const rows = (await tx(table).whereIn('entry_id', entryIds).where({ kind: 'consumed' }).select('entry_id', 'source')) as {
    entry_id: string;
    source: string;
  }[];
  return new Map(rows.map((row) => [row.entry_id, row.source]));
}

function rowsOf(fact: RecordedFact<QuotaFact>, before: number, sources: Map<string, string>): LedgerRow[] {
  const { projectId, epoch } = fact.metadata;
  const coordinates = { stream: fact.stream, revision: fact.revision, position: fact.position.toString() };
  const owner = { project_id: projectId ?? '', epoch: epoch ?? 0, month: monthOf(fact.stream) };
  let balance = before;
  if (fact.type === 'QuotaConsumed') {
    return fact.data.entries.map(({ entryId, pinId, units, source, at, actor }, item) => {
      sources.set(entryId, source);
      balance += units;
      const entry = {
        at,
        kind: 'consumed' as const,
        entry_id: entryId,
        pin_id: pinId,
        source,
        reason: null,
        actor: nameOf(actor),
        balance,
      };
      return { ...coordinates, item, ...owner, ...entry };
    });
  }
  return fact.data.entries.map(({ entryId, pinId, reason, at }, item) => {
    balance -= 1;
    const source = sources.get(entryId) ?? null;
    const actor = nameOf(fact.metadata.actor);
    return {
      ...coordinates,
      item,
      ...owner,
      at,
      kind: 'released' as const,
      entry_id: entryId,
      pin_id: pinId,
      source,
      reason,
      actor,
      balance,
    };
  });
}

const nameOf = ({ type, id }: { readonly type: string; readonly id?: string }): string => (id === undefined ? type : `${type}:${id}`);

/** `quota-<projectId>-<yyyy-mm>`, an epoch behind it after a reset. */
const monthOf = (stream: string): string => /-(\d{4}-\d{2})(?:-e\d+)?$/.exec(stream)?.[1] ?? '';
