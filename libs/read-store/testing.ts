import type { EventStore, RecordedFact } from '@pps/event-store';
import { openInMemoryEventStore } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import type { Database, Transaction } from './database';
import { passOver } from './passed-over-items.store';
import type { Projection } from './projection';

const metadata = { actor: { type: 'system' }, occurredAt: '2026-01-05T09:00:00.000Z', schemaVersion: 1 } as const;

export type TestLog = ReturnType<typeof testLog>;

/** A log to write facts to, of a type that only this spec knows. */
export function testLog() {
  const store: EventStore = openInMemoryEventStore();
  const type = `Noted_${newId()}`;
  let written = 0;
  return {
    store,
    type,
    /** Appends so many facts, numbered on from the last, to streams of their own; gives the position of the last. */
    async write(count: number): Promise<bigint> {
      let position = -1n;
      for (let left = count; left > 0; left -= 100) {
        const facts = Array.from({ length: Math.min(left, 100) }, () => ({ id: newId(), type, data: { n: written++ }, metadata }));
        ({ position } = await store.append(`noting-${newId()}`, facts, 'no_stream'));
      }
      return position;
    },
    written: () => written,
  };
}

export interface Notes {
  readonly projection: Projection;
  /** How often each fact was projected, a batch that was taken back included. */
  readonly given: Map<number, number>;
}

/** A projection with a row per fact that counts how often it was written; `meet` may throw before a batch is projected. */
export function notes(
  name: string,
  type: string,
  meet: (facts: readonly RecordedFact[], tx: Transaction) => void | Promise<void> = () => undefined,
  version = 1,
): Notes {
  const given = new Map<number, number>();
  const projection: Projection = {
    name,
    version,
    handles: [type],
    tables: [name],
    create: async ({ tx, table }) =>
      void (await tx.raw(`create table ${table(name)} (n int primary key, times int not null, version int not null)`)),
    project: async (facts, { tx, table }) => {
      await meet(facts, tx);
      for (const fact of facts) {
        const { n } = fact.data as { n: number };
        given.set(n, (given.get(n) ?? 0) + 1);
      }
      const rows = facts.map((fact) => ({ n: (fact.data as { n: number }).n, times: 1, version }));
      const times = tx.raw('?? + 1', [`${name}_v${version}.times`]);
      await tx(table(name)).insert(rows).onConflict('n').merge({ times });
    },
  };
  return { projection, given };
}

export const allRowsOf = async (db: Database, name: string): Promise<{ n: number; times: number; version: number }[]> =>
  db(`read.${name}`).orderBy('n').select('*');

/** Lets an item be passed over as after so many failures: for 2 s after one, for minutes after eight. */
export async function passOverAfter(failures: number, db: Database, task: string, item: string): Promise<void> {
  for (let n = 0; n < failures; n++) await passOver(db, task, item, new Error('broken'));
}

/** Lets every item that is passed over be tried again now. */
export async function endPassingOver(db: Database): Promise<void> {
  await db('read_store.passed_over_item').update({ retry_at: db.raw(`clock_timestamp() - interval '1 second'`) });
}

export { fedProjection, recorded, type FedProjection } from './fed-projection.fixture';

/** The database as it comes back from a copy that lagged by so many counts of each process's witness, or from before any process counted. */
export const loseCommits = (db: Database, counts: number | 'all'): Promise<unknown> =>
  counts === 'all'
    ? db.raw('delete from read_store.commit_witness')
    : db.raw('update read_store.commit_witness set count = count - ?', [counts]);
