import { startEventStore, type Part } from '@pps/embedded';
import { migrate, openDatabase, setUpProjections } from '@pps/read-store';
import { projections } from '@projections/index';
import { allMigrations } from '../../../apps/foundation/all-migrations';
import { freshDatabase } from '../../setup/fresh-database';
import { restore, type Copy } from './copies';

export interface Restored {
  readonly settings: Record<'DATABASE_URL' | 'EVENTSTORE_URL', string>;
  stop(): Promise<void>;
}

export interface Copies {
  readonly readModels: Copy;
  readonly log: Copy;
  readonly vault: Copy;
}

/** An installation of its own, made of copies; nothing runs on it but the event store. */
export async function restoreCopies({ readModels, log, vault }: Copies): Promise<Restored> {
  const [databaseUrl, logUrl] = [await freshDatabase(), await freshDatabase()];
  // Makes its tables.
  await (await startEventStore({ databaseUrl: logUrl })).stop();
  await onDatabase(logUrl, (db) => restore(db, log));
  await onDatabase(databaseUrl, async (db) => {
    await migrate(db, allMigrations);
    await setUpProjections(db, projections, 'none');
    await db.raw('truncate read_store.checkpoint');
    await restore(db, vault);
    await restore(db, readModels);
  });
  const eventStore: Part = await startEventStore({ databaseUrl: logUrl });
  return { settings: { DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStore.url }, stop: () => eventStore.stop() };
}

async function onDatabase(url: string, work: (db: ReturnType<typeof openDatabase>) => Promise<void>): Promise<void> {
  const db = openDatabase(url, 2);
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}
