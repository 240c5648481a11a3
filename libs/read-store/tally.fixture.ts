import type { EventStore } from '@pps/event-store';
import { openInMemoryEventStore } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { migrate, openDatabase, readStoreMigrations, runProjector, setUpProjections, type Database, type Projection } from '.';
import { checkpoints, type Checkpoint } from './checkpoint.store';

/** How often something was counted, by stream; `refuses` names facts that it cannot take. */
export const tally = (name: string, version = 1, refuses: ReadonlySet<string> = new Set()): Projection => ({
  name,
  version,
  handles: ['Counted'],
  tables: [name],
  create: async ({ tx, table }) => {
    await tx.raw(`create table ${table(name)} (stream text primary key, counted int not null, told_by int not null default ${version});
      comment on table ${table(name)} is 'What''s counted, really?';
      comment on column ${table(name)}.stream is 'The stream.';
      comment on column ${table(name)}.counted is 'How often.';
      comment on column ${table(name)}.told_by is 'The version.';`);
  },
  project: async (facts, { tx, table }) => {
    for (const fact of facts) {
      if (refuses.has(fact.id)) throw new Error('cannot take this');
      await tx.raw(
        `insert into ${table(name)} as present (stream, counted) values (?, ?)
         on conflict (stream) do update set counted = greatest(present.counted, excluded.counted)`,
        [fact.stream, fact.revision + 1],
      );
    }
  },
});

export interface TallyHouse {
  readonly db: Database;
  readonly store: EventStore;
  readonly log: string[];
  /** Appends one more fact to a stream and answers its id. */
  count(stream: string, id?: string): Promise<string>;
  /** A projector of these; the function ends it. */
  project(...projections: Projection[]): Promise<() => Promise<void>>;
  builds(name: string): Promise<Checkpoint[]>;
  stop(): Promise<void>;
}

/** A projector's surroundings on an empty database and a log that nobody else writes to. */
export async function tallyHouse(databaseUrl: string, store: EventStore = openInMemoryEventStore()): Promise<TallyHouse> {
  const db = openDatabase(databaseUrl, 8);
  await migrate(db, readStoreMigrations);
  const log: string[] = [];
  const ends: (() => Promise<void>)[] = [];
  return {
    db,
    store,
    log,
    async count(stream, id = newId()) {
      const last = await store.last(stream);
      const metadata = { actor: { type: 'system' as const }, occurredAt: '2026-01-05T09:00:00.000Z', schemaVersion: 1 };
      await store.append(stream, [{ id, type: 'Counted', data: {}, metadata }], last?.revision ?? 'no_stream');
      return id;
    },
    async project(...projections) {
      await setUpProjections(db, projections, await store.identity());
      const ending = new AbortController();
      const say = (level: string, message: string, fields?: object) => void log.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`);
      const running = runProjector({ db, store, projections, signal: ending.signal, log: say }).catch((error: unknown) => {
        if (!ending.signal.aborted) log.push(`failed ${String(error)}`);
      });
      const end = async () => {
        ending.abort();
        await running;
      };
      ends.push(end);
      return end;
    },
    builds: async (name) => (await checkpoints.all(db, 'projection')).filter((checkpoint) => checkpoint.name === name),
    async stop() {
      for (const end of ends) await end();
      await store.close();
      await db.destroy();
    },
  };
}
