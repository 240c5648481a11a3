import { ensureSigningKey } from '@pps/audit';
import { orTimeout, pause, SingleFlight } from '@pps/concurrency';
import { masterKeys, openSubjectSealers, openVault, type Vault } from '@pps/vault';
import { openArchiveStorage, openAssetStorage, type OpenAssetStorage } from '@pps/asset-storage';
import {
  Streams,
  LiveStates,
  openEventStore,
  StreamStateCache,
  withSealedSnapshots,
  withSealing,
  withSharedTail,
  type EventStore,
} from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { LeaseRenewals, WriterLock } from '@pps/leases';
import { createPinterestPlatform, type Platform } from '@pps/platform';
import {
  Freshness,
  type BulkPermits,
  DueTimes,
  ProgressListener,
  migrateAt,
  inspectAddress,
  openDatabase,
  type DatabaseClock,
  DatabaseWrites,
  type Database,
  SharedCommits,
  snapshotStore,
  Timelines,
  watchDatabase,
  witnessCommits,
} from '@pps/read-store';
import { CannotStart, loadKeys, openTracing, type Configuration, type KeyName, type Keys, type Logger, type Tracing } from '@pps/runtime';
import { openWorkQueue, type WorkQueue } from '@pps/work-queue';
import { findDatabaseRoute } from './find-database-route';
import { followDatabaseClock } from './follow-database-clock';
import { openBulkPermits } from './open-bulk-permits';
import { reachAtStart } from './reach-at-start';
import { refuseUnreadableAddresses } from './refuse-unreadable-addresses';
import { refuseOtherKeys } from './refuse-other-keys';
import { refuseOtherLog } from './refuse-other-log';
import { allMigrations } from './all-migrations';
import { tellOfDatabase } from './tell-of-database';
import { tellOfQueue } from './tell-of-queue';
import { openFactSealing } from './open-fact-sealing';
import { withTraces } from './with-traces';
import { withWriterLock } from './with-writer-lock';

/** Of a fork each duty may ask for a look, twice a second. */
const betweenLooksMs = 1_000;
/** A database that does not answer any more must not hold up the end of a process. */
const witnessPatienceMs = 2_500;

/** A process's one connection to each outside thing. */
export interface Parts {
  readonly configuration: Configuration;
  readonly keys: Keys;
  readonly logger: Logger;
  /** The database's, by which all hosts live. */
  readonly clock: Clock;
  readonly db: Database;
  readonly writes: DatabaseWrites;
  readonly databaseClock: DatabaseClock;
  /** Looks which server takes writes now, once a second at most; connections to one that it has replaced are closed. */
  readonly findServer: () => void;
  readonly vault: Vault;
  readonly store: EventStore;
  readonly streams: Streams;
  readonly live: LiveStates;
  readonly progress: ProgressListener;
  /** When loops that look for work have some. */
  readonly dueTimes: DueTimes;
  /** Of the leases that the process's hosts hold. */
  readonly renewals: LeaseRenewals;
  readonly freshness: Freshness;
  readonly bulk: BulkPermits;
  /** Null where nothing is traced. */
  readonly tracing: Tracing | null;
  readonly queue: WorkQueue;
  readonly platform: Platform;
  /** The bytes of assets. */
  readonly storage: OpenAssetStorage;
  /** Archives of accounts. */
  readonly archives: OpenAssetStorage;
  /** Rejects with `CommitsLost` when what this process holds in memory may be ahead of the database. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

/** How a process opens the log of an installation by its URL. */
export type OpenLog = (url: string) => EventStore;

export interface OpenPartsOptions {
  /** In place of the database's. */
  readonly clock?: Clock | undefined;
  /** All by default. */
  readonly keys?: readonly KeyName[];
  readonly openLog?: OpenLog | undefined;
  /** Of a process that answers writes: whether it may do so alone, as the one process that all hosts of an installation share. */
  readonly writer?: 'alone' | 'beside others';
}

/** Opens everything and brings the tables up to date. Throws `CannotStart` for a URL that is missing or cannot be used, and for keys or a log that are not this database's. */
export async function openParts(
  configuration: Configuration,
  logger: Logger,
  { clock: givenClock, keys: keyNames, openLog = openEventStore, writer }: OpenPartsOptions = {},
): Promise<Parts> {
  const { EVENTSTORE_URL, DATABASE_URL, NATS_URL } = configuration;
  if (configuration.ASSET_STORAGE === 's3' && !configuration.S3_BUCKET) throw new CannotStart('ASSET_STORAGE=s3 needs S3_BUCKET');
  if (!EVENTSTORE_URL || !DATABASE_URL || !NATS_URL) throw new CannotStart('EVENTSTORE_URL, DATABASE_URL and NATS_URL must be set');
  refuseUnreadableAddresses(configuration);
  const keys = loadKeys(configuration, keyNames);
  const { sessionUrl, namesStatements } = await findDatabaseRoute(configuration, logger);
  const reachDatabase = <T>(work: () => Promise<T>) => reachAtStart({ logger, setting: 'DATABASE_URL', mayTakeLong: true }, work);
  await reachDatabase(() => migrateAt(DATABASE_URL, allMigrations, { patienceMs: 0 }));
  const timelines = new Timelines();
  const db = openDatabase(DATABASE_URL, configuration.DATABASE_POOL_SIZE, {
    ...{ connectionMs: configuration.DATABASE_WAIT, namesStatements, timelines },
  });
  const witness = new AbortController();
  const { signal } = witness;
  const beginAtDatabase = async () => {
    await refuseOtherKeys(db, keys, configuration);
    return followDatabaseClock(db, configuration.CLOCK_TOLERANCE, signal);
  };
  const databaseClock = await reachDatabase(beginAtDatabase).catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });
  const clock = givenClock ?? databaseClock.now;
  const vaultKeys = masterKeys(keys.MASTER_KEY, configuration.MASTER_PREVIOUS_KEYS);
  const sealing = openFactSealing(openSubjectSealers(db, vaultKeys), configuration);
  const tracing = await openTracing(configuration, logger);
  const sealed = withSharedTail(withSealing(openLog(EVENTSTORE_URL), sealing));
  const traced = tracing ? withTraces(sealed, tracing) : sealed;
  const vault = openVault(db, vaultKeys);
  const openLogs = async () => {
    await reachAtStart({ logger, setting: 'EVENTSTORE_URL' }, () => refuseOtherLog(db, traced));
    await reachDatabase(() => ensureSigningKey(db, vault, clock()));
  };
  await openLogs().catch(async (error: unknown) => {
    await traced.close();
    await db.destroy();
    throw error;
  });
  const writerLock =
    writer &&
    sessionUrl !== null &&
    new WriterLock(sessionUrl, {
      mayBeExclusive: writer === 'alone',
      timelines,
      readHead: traced.head,
      onUnobtainable: (error) =>
        logger.warn({ error: String(error) }, 'the lock of writers cannot be had: answers to writes may not show elsewhere at once'),
    });
  if (writerLock) writerLock.start();
  const store = writerLock ? withWriterLock(traced, writerLock) : traced;
  const streams = new Streams(store, new StreamStateCache(), withSealedSnapshots(snapshotStore(db), sealing));
  const live = new LiveStates(store, streams, undefined, () => (writerLock ? writerLock.knownHead() : undefined));
  const writes = new DatabaseWrites();
  const news = tellOfDatabase(logger);
  const onCommit = (error: unknown) => {
    writes.note(error);
    news.onCommit(error);
  };
  const looking = new SingleFlight(() => inspectAddress(DATABASE_URL, timelines).then(() => pause(betweenLooksMs, signal)));
  const findServer = () => void looking.run();
  const commits = new SharedCommits(db);
  const witnessing = witnessCommits({ db, url: DATABASE_URL, findServer, commits, signal, onCommit });
  const watching = watchDatabase({
    db,
    address: { url: DATABASE_URL, timelines },
    signal,
    onSpace: (error) => {
      writes.noteSpace(error);
      news.onSpace(error);
    },
    onServer: (server) => {
      databaseClock.note(server.time);
      news.onServer(server, databaseClock.machineTooFar());
    },
  });
  // It ends without an error only when the process does.
  const failed = witnessing.then(() => new Promise<never>(() => undefined));
  failed.catch(() => undefined);
  const progress = new ProgressListener(sessionUrl, timelines);
  progress.start();
  const freshness = new Freshness(db, progress, live, configuration.READ_WAIT);
  const bulk = openBulkPermits({ live, progress, configuration });
  const { onError, onReturn } = tellOfQueue(logger);
  const queue = openWorkQueue(NATS_URL, onError, onReturn);
  const platform = createPinterestPlatform({
    apiUrl: configuration.PLATFORM_API_URL,
    oauthUrl: configuration.PLATFORM_OAUTH_URL,
    clientId: configuration.PLATFORM_CLIENT_ID ?? '',
    clientSecret: configuration.PLATFORM_CLIENT_SECRET ?? '',
    requestTimeoutMs: configuration.PLATFORM_TIMEOUT,
    connectTimeoutMs: configuration.PLATFORM_CONNECT_TIMEOUT,
    clock,
  });
  const storage = await openAssetStorage(configuration);
  const archives = await openArchiveStorage(configuration);
  // A host goes on without it: only what reads or stores assets fails.
  storage.check().catch((error: Error) => logger.warn({}, `the storage of assets cannot be used: ${error.message}`));
  return {
    configuration,
    keys,
    logger,
    clock,
    db,
    writes,
    databaseClock,
    findServer,
    vault,
    store,
    streams,
    live,
    progress,
    dueTimes: new DueTimes(progress, clock, (error) => logger.warn({ err: error }, 'what is due cannot be asked: all loops go on looking')),
    renewals: new LeaseRenewals(commits),
    freshness,
    bulk,
    tracing,
    queue,
    platform,
    storage,
    archives,
    failed,
    async stop() {
      witness.abort();
      await orTimeout(
        Promise.all([watching, witnessing]).catch(() => undefined),
        witnessPatienceMs,
      );
      live.stop();
      if (writerLock) await writerLock.stop();
      await progress.stop();
      await queue.close();
      await platform.close();
      storage.close();
      archives.close();
      await store.close();
      await db.destroy();
      await tracing?.stop();
    },
  };
}
