import { openEventStore, readEventStoreAddress, withSealing, type EventStore } from '@pps/event-store';
import { startEventStore, startPostgres, type Part } from '@pps/embedded';
import { endExclusiveWriter } from '@pps/leases';
import { describeDatabaseError, isDatabaseUnavailable, openDatabase, type Database } from '@pps/read-store';
import type { Configuration } from '@pps/runtime/configuration/configuration';
import { loadConfiguration } from '@pps/runtime/configuration/load-configuration';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CannotUnseal, masterKeys, openSubjectSealers, UnknownMasterKey, type SubjectSealers } from '@pps/vault';
import { readPartUrls } from '../standalone/part-urls';
import { openFactSealing } from '../foundation/open-fact-sealing';
import { CommandFailed, exitCodes } from './command-failed';
import { checkKeys } from './check-keys';

/** What a command works on. */
export interface Installation {
  readonly db: Database;
  readonly store: EventStore;
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
}

/** Runs a command on the installation that the settings name, or else on the `npm start` that runs in `DATA_DIR`. */
export async function onInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T> {
  const configuration = loadConfiguration(process.env);
  const { DATA_DIR, DATABASE_URL, EVENTSTORE_URL } = configuration;
  const running = readPartUrls(DATA_DIR);
  const databaseUrl = DATABASE_URL || running?.DATABASE_URL;
  const eventStoreUrl = EVENTSTORE_URL || running?.EVENTSTORE_URL;
  if (!databaseUrl || !eventStoreUrl) {
    const why = `nothing runs in DATA_DIR ${DATA_DIR}, and DATABASE_URL and EVENTSTORE_URL are not both set`;
    throw new CommandFailed(why, exitCodes.unreachable);
  }
  return connected(configuration, databaseUrl, eventStoreUrl, work);
}

/**
 * Runs a command on an installation that is stopped: what the settings name no server for, PostgreSQL in `DATA_DIR` and the local event store, runs while
 * the command does. Refuses to while an `npm start` runs in `DATA_DIR`.
 */
export async function onStoppedInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T> {
  const configuration = loadConfiguration(process.env);
  const { DATA_DIR, DATABASE_URL, EVENTSTORE_URL } = configuration;
  if (readPartUrls(DATA_DIR)) throw new CommandFailed(`\`npm start\` runs in DATA_DIR ${DATA_DIR}: stop it first`, exitCodes.refused);
  const dataDir = join(DATA_DIR, 'postgres');
  if (!DATABASE_URL && !existsSync(dataDir)) {
    throw new CommandFailed(`DATABASE_URL is not set, and there is no database in DATA_DIR ${DATA_DIR}`, exitCodes.unreachable);
  }
  const parts: Part[] = [];
  const run = async (starting: Promise<Part>): Promise<string> => {
    const part = await starting;
    parts.unshift(part);
    return part.url;
  };
  try {
    const databaseUrl = DATABASE_URL || (await run(startPostgres({ dataDir })));
    return await connected(configuration, databaseUrl, EVENTSTORE_URL || (await run(startEventStore({ databaseUrl }))), work);
  } finally {
    for (const part of parts) await part.stop();
  }
}

/** Somebody sits before a command: an election is waited for by asking again. */
const patienceMs = 3_000;

async function connected<T>(
  configuration: Configuration,
  databaseUrl: string,
  eventStoreUrl: string,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  refuseUnreadable(eventStoreUrl);
  const db = openDatabase(databaseUrl, 4, { connectionMs: configuration.DATABASE_WAIT });
  const sealed = withSealing(
    openEventStore(eventStoreUrl, { patienceMs }),
    openFactSealing(sealersAtHand(db, configuration), configuration),
  );
  let hasAppended = false;
  const append: EventStore['append'] = async (...facts) => {
    hasAppended = true;
    return sealed.append(...facts);
  };
  const store = { ...sealed, append };
  try {
    return await work({ db, store, databaseUrl, eventStoreUrl });
  } catch (error) {
    throw unreachable(error) ?? error;
  } finally {
    // Where nobody reaches the database, nobody relies on being the exclusive writer for longer than 1.5 s.
    if (hasAppended) await endExclusiveWriter(databaseUrl).catch(() => undefined);
    await store.close();
    await db.destroy();
  }
}

/** What the client says of an address may quote its password. */
function refuseUnreadable(eventStoreUrl: string): void {
  try {
    readEventStoreAddress(eventStoreUrl);
  } catch {
    throw new CommandFailed('EVENTSTORE_URL is no address that the client of the event store can read', exitCodes.usage);
  }
}

function unreachable(error: unknown): CommandFailed | null {
  if (isDatabaseUnavailable(error) || error instanceof AggregateError) {
    return new CommandFailed(`the database cannot be reached (DATABASE_URL): ${describeDatabaseError(error)}`, exitCodes.unreachable);
  }
  if (!(error instanceof Error)) return null;
  if (error.name === 'StoreUnavailable')
    return new CommandFailed(
      `the event store cannot be reached (EVENTSTORE_URL): ${error.message.replaceAll(/\s+/g, ' ')}`,
      exitCodes.unreachable,
    );
  if (error.name === 'StoreAccessDenied')
    return new CommandFailed('the event store refuses the user and password of EVENTSTORE_URL', exitCodes.unreachable);
  const isMissing = ['42P01', '3F000', '42703'].includes((error as { code?: string }).code ?? '');
  return isMissing ? new CommandFailed('the database is not one of this service and release', exitCodes.unreachable) : null;
}

/**
 * The keys of facts, when they are first needed. Where the installation's keys are not given, or are others, what is sealed stays closed, as most commands
 * need none of it; a fact that has something to seal is refused with `CommandFailed`.
 */
function sealersAtHand(db: Database, configuration: Configuration): SubjectSealers {
  let opening: Promise<SubjectSealers | null> | undefined;
  const open = async () => {
    const { keys } = await checkKeys(db, configuration);
    return keys && openSubjectSealers(db, masterKeys(keys.MASTER_KEY, configuration.MASTER_PREVIOUS_KEYS));
  };
  const sealers = () => (opening ??= open());
  return {
    async toSeal(subject) {
      const found = await sealers();
      if (!found) throw new CommandFailed('this command needs the keys of the installation', exitCodes.refused);
      return found.toSeal(subject);
    },
    async toOpen(subjects) {
      try {
        return (await (await sealers())?.toOpen(subjects)) ?? new Map();
      } catch (error) {
        if (error instanceof UnknownMasterKey || error instanceof CannotUnseal) return new Map();
        throw error;
      }
    },
  };
}
