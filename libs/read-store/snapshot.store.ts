import type { Snapshot, Snapshots } from '@pps/event-store';
import type { Database } from './database';
import { jsonb } from './jsonb';

interface Row {
  revision: string;
  fact_id: string;
  state: unknown;
}

/** Snapshots of long streams: the newest one of each stream. */
export const snapshotStore = (db: Database): Snapshots => ({
  async newest(stream, version) {
    const row = (await db('read_store.snapshot').where({ stream, version }).first('revision', 'fact_id', 'state')) as Row | undefined;
    return row ? { revision: Number(row.revision), factId: row.fact_id, state: row.state } : null;
  },

  async save(stream: string, version: number, { revision, factId, state }: Snapshot) {
    await db.raw(
      `insert into read_store.snapshot as present (stream, version, revision, fact_id, state) values (?, ?, ?, ?, ?::jsonb)
       on conflict (stream) do update
         set (version, revision, fact_id, state, kept_at) = (excluded.version, excluded.revision, excluded.fact_id, excluded.state, now())
         where present.version <> excluded.version or present.revision < excluded.revision`,
      [stream, version, revision, factId, jsonb(state)],
    );
  },
});
