import { openEventStore, type EventStore } from '@pps/event-store';
import { isDatabaseUnavailable, openDatabase, type Database } from '@pps/read-store';
import { loadConfiguration } from '@pps/runtime/configuration/load-configuration';
import { readPartUrls } from '../standalone/part-urls';
import { CommandFailed, exitCodes } from './command-failed';

/** What a command works on. */
export interface Installation {
  readonly db: Database;
  readonly store: EventStore;
}

/** Runs a command on the installation that the settings name, or else on the `npm start` that runs in `DATA_DIR`. */
export async function onInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T> {
  const { DATA_DIR, DATABASE_URL, EVENTSTORE_URL } = loadConfiguration(process.env);
  const running = readPartUrls(DATA_DIR);
  const databaseUrl = DATABASE_URL || running?.DATABASE_URL;
  const eventStoreUrl = EVENTSTORE_URL || running?.EVENTSTORE_URL;
  if (!databaseUrl || !eventStoreUrl) {
    const why = `nothing runs in DATA_DIR ${DATA_DIR}, and DATABASE_URL and EVENTSTORE_URL are not both set`;
    throw new CommandFailed(why, exitCodes.unreachable);
  }
  const db = openDatabase(databaseUrl, 4);
  const store = openEventStore(eventStoreUrl);
  try {
    return await work({ db, store });
  } catch (error) {
    throw unreachable(error) ?? error;
  } finally {
    await store.close();
    await db.destroy();
  }
}

function unreachable(error: unknown): CommandFailed | null {
  if (isDatabaseUnavailable(error) || error instanceof AggregateError) {
    return new CommandFailed('the database cannot be reached', exitCodes.unreachable);
  }
  if (!(error instanceof Error)) return null;
  if (error.name === 'StoreUnavailable') return new CommandFailed('the event store cannot be reached', exitCodes.unreachable);
  const isMissing = ['42P01', '3F000', '42703'].includes((error as { code?: string }).code ?? '');
  return isMissing ? new CommandFailed('the database is not one of this service and release', exitCodes.unreachable) : null;
}
