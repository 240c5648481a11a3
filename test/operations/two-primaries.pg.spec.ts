import { openEventStore, type EventStore } from '@pps/event-store';
import { pause } from '@pps/concurrency';
import { newId } from '@pps/kernel';
import { findOwnLog } from '@pps/local-event-store/find-own-log';
import { startLocalEventStore, type LocalEventStore } from '@pps/local-event-store';
import {
  checkpoints,
  countRunning,
  databaseTroubleOf,
  ForkedLog,
  inspectAddress,
  isDatabaseUnavailable,
  migrateAt,
  openDatabase,
  refuseForeignLog,
  runningWithinSeconds,
  runProjector,
  SharedCommits,
  witnessCommits,
  type Database,
  type Transaction,
} from '@pps/read-store';
import { allMigrations } from '../../apps/foundation/all-migrations';
import { readPromotion } from '../../apps/pinctl/read-promotion';
import { rejoinInstallation } from '../../apps/pinctl/rejoin-installation';
import { allTogether } from '@pps/read-store/pipelines';
import { Timelines } from '@pps/read-store/timelines';
import { findWritableAddress } from '@pps/read-store/writable-address';
import { tally } from '../../libs/read-store/tally.fixture';
import { Client } from 'pg';
import { eventually } from '../setup/eventually';
import { startReplicatedServers, type ReplicatedServers } from '../setup/replicated-servers';
import { tcpProxy, type TcpProxy } from '../setup/tcp-proxy';

const metadata = { actor: { type: 'system' as const }, occurredAt: '2026-01-05T09:00:00.000Z', schemaVersion: 1 };

describe('two primaries for a while', () => {
  let servers: ReplicatedServers;
  let address: TcpProxy;
  let url: string;
  let local: LocalEventStore;
  let store: EventStore;
  let db: Database;
  let followed: Database;
  const counted = tally('counted');
  const logged: string[] = [];

  beforeAll(async () => {
    servers = await startReplicatedServers();
    address = await tcpProxy(servers.primary.port);
    url = Object.assign(new URL(servers.primary.url), { port: String(address.port) }).href;
    await migrateAt(url, allMigrations);
    local = await startLocalEventStore({ databaseUrl: url, port: 0, log: (_, message) => void logged.push(message) });
    store = openEventStore(local.connectionString);
  });
  afterAll(async () => {
    await stopProjector();
    await store.close();
    await local.stop();
    await Promise.all([db.destroy(), followed.destroy()]);
    await address.stop();
    await servers.stop();
  });

  const count = (stream: string) => store.append(stream, [{ id: newId(), type: 'Counted', data: {}, metadata }], 'no_stream');
  const headIn = async (server: 'primary' | 'standby') => {
    const [row] = await servers.ask<{ head: string }>(servers[server], 'select max(position)::text as head from event_store.event');
    return BigInt(row?.head ?? 0);
  };
  const checkpointIn = async (server: 'primary' | 'standby') => {
    const [row] = await servers.ask<{ position: string }>(
      servers[server],
      `select position::text from read_store.checkpoint where name = 'counted'`,
    );
    return BigInt(row?.position ?? -1);
  };

  /** One URL that names both servers. */
  const bothOf = (one: 'primary' | 'standby', other: 'primary' | 'standby') =>
    servers[one].url.replace(/@[^/]*/, `@127.0.0.1:${servers[one].port},127.0.0.1:${servers[other].port}`);
  const portOf = async (pool: Database) => {
    const { rows } = await pool.raw<{ rows: { port: number }[] }>('select inet_server_port() as port');
    return rows[0]?.port;
  };
  /** A pool that led to the old one, whose process counts commits, and what is asked in it when that one was replaced. */
  const startOnOld = async () => {
    const holder = new Client({ connectionString: servers.primary.url });
    await holder.connect();
    await holder.query('select pg_advisory_lock(7)');
    const [timelines, watching] = [new Timelines(), new AbortController()];
    const [both, { signal }] = [bothOf('primary', 'standby'), watching];
    const findServer = () => void inspectAddress(both, timelines);
    const pool = openDatabase(both, 4, { timelines, answerMs: 600_000 });
    const witnessing = witnessCommits({ db: pool, url: both, findServer, commits: new SharedCommits(pool, 50), signal });
    const errorOf = (work: (tx: Transaction) => Promise<unknown>) =>
      pool
        .transaction(async (tx) => {
          await tx.raw('set local statement_timeout = 0');
          await work(tx);
        })
        .then(
          () => null,
          (error: unknown) => error,
        );
    const hang = async (tx: Transaction) => void (await tx.raw('select pg_advisory_xact_lock(7)'));
    const hanging = Promise.all([errorOf(hang), errorOf((tx) => allTogether(tx, [() => hang(tx), () => hang(tx)]))]);
    const stop = async () => {
      watching.abort();
      await witnessing.catch(() => undefined);
      await pool.destroy();
      await holder.end();
    };
    return { pool, hanging, stop };
  };
  let stopProjector: () => Promise<unknown>;
  const forks: unknown[] = [];
  /** Begins again after each failure, as the host does. */
  const startProjector = async () => {
    const ending = new AbortController();
    const { signal } = ending;
    const ownLog = await findOwnLog(db, store);
    const run = async () => {
      while (!signal.aborted) {
        const error = await runProjector({ db, store, projections: [counted], ownLog, signal, log: () => undefined }).catch(
          (caught: unknown) => caught,
        );
        if (error instanceof ForkedLog) forks.push(error);
        await pause(20, signal);
      }
    };
    const running = run();
    stopProjector = () => {
      ending.abort();
      return running;
    };
  };

  it('keeps what one of them has out of the read models of the other, and goes on with the newer one', async () => {
    db = openDatabase(url, 4);
    await startProjector();
    await count('before');
    await eventually('projected', async () => ((await checkpointIn('primary')) === (await headIn('primary')) ? true : undefined));
    await stopProjector();
    await db.destroy();
    followed = openDatabase(bothOf('standby', 'primary'), 2);
    expect(await portOf(followed)).toBe(servers.primary.port);
    const onOld = await startOnOld();
    expect(await portOf(onOld.pool)).toBe(servers.primary.port);
    await servers.caughtUp();
    await servers.promote();

    // No commit of the old one is confirmed any more: who waits for one looks for another server, and leaves the old one.
    await servers.ask(servers.primary, `alter system set synchronous_standby_names = 'second'`);
    await servers.ask(servers.primary, 'select pg_reload_conf()');
    expect((await onOld.hanging).map(isDatabaseUnavailable)).toEqual([true, true]);
    expect(await portOf(onOld.pool)).toBe(servers.standby.port);
    await onOld.stop();
    await servers.ask(servers.primary, 'alter system reset synchronous_standby_names');
    await servers.ask(servers.primary, 'select pg_reload_conf()');

    // The event store is still led to the old one, the projector begins anew on the new one.
    db = openDatabase(servers.standby.url, 4);
    await startProjector();
    await count('on the old one');
    await eventually('a fork that was noticed', async () => forks.length > 0 || undefined);
    address.leadTo(servers.standby.port);
    const written = await eventually('an append that the new one has', async () => {
      expect(await checkpointIn('standby')).toBeLessThanOrEqual(await headIn('standby'));
      const stream = `after ${newId()}`;
      await count(stream).catch(() => undefined);
      const [row] = await servers.ask(servers.standby, `select from event_store.event where stream = '${stream}'`);
      return row && stream;
    });
    await eventually('projected on the new one', async () => {
      const [row] = await servers.ask(servers.standby, `select from read.counted where stream = '${written}'`);
      return row;
    });
    await refuseForeignLog(db, store);
    const lost = await servers.ask(servers.standby, `select from read.counted where stream = 'on the old one'`);
    expect(lost).toEqual([]);
    expect(logged).toContain('the database has another primary: the log goes on there');
  });

  it('is mended by one command where read models and processes had run ahead before', async () => {
    await stopProjector();
    const head = await store.head();
    const ahead = { version: 1, store_id: await store.identity(), position: (head + 5n).toString(), serving: true };
    await db('read_store.checkpoint').insert({ kind: 'process', name: 'answering', ...ahead });
    await db('read_store.checkpoint').where({ name: 'counted' }).update({ position: ahead.position });
    await eventually('nobody who has counted of late', async () => (await countRunning(db, runningWithinSeconds)) === 0 || undefined);
    await expect(refuseForeignLog(db, store)).rejects.toThrow("ahead of the event store's head");

    const installation = { db, store };
    await expect(rejoinInstallation(installation, null, true)).rejects.toThrow(/; this server's newest timeline, 2, is dated 2\d{3}-/);
    expect(await readPromotion(db)).toMatchObject({ timeline: 2 });
    expect(await rejoinInstallation(installation, new Date(), true)).toMatchObject({
      dropped: ['counted'],
      setBack: ['answering'],
      changed: true,
    });
    expect(
      (await checkpoints.all(db, 'process')).map(({ name, position, refused }) => ({ name, refused, isBack: position < head })),
    ).toEqual([{ name: 'answering', refused: null, isBack: true }]);
    await refuseForeignLog(db, store);
    await startProjector();
    await eventually('built anew', async () => ((await checkpointIn('standby')) >= head ? true : undefined));
  });

  it('is found among several addresses, the newer of two that take writes, and again when the one in use goes', async () => {
    for (const url of [bothOf('primary', 'standby'), bothOf('standby', 'primary')])
      expect(new URL(await findWritableAddress(url)).port).toBe(String(servers.standby.port));
    await servers.primary.stop(1_000);
    const gone = performance.now();
    await eventually('the pool of the old one goes on', async () =>
      (await portOf(followed).catch(() => undefined)) === servers.standby.port ? true : undefined,
    );
    expect(performance.now() - gone).toBeLessThan(60_000);
    await expect(findWritableAddress(servers.primary.url.replace('@', '@127.0.0.1:1,'))).rejects.toThrow(
      /^none of 2 addresses takes writes: 127\.0\.0\.1:1: .*; 127\.0\.0\.1:\d+: .*ECONNREFUSED/,
    );
  });

  it('says that commits wait for a standby while they do, and takes none for done whose wait was ended', async () => {
    const watching = new AbortController();
    const witness = openDatabase(servers.standby.url, 3);
    const told: (string | null)[] = [];
    const onCommit = (error: unknown) => void told.push(error === null ? null : databaseTroubleOf(error).problem);
    const commits = new SharedCommits(witness, 50);
    const witnessing = witnessCommits({ db: witness, url: servers.standby.url, commits, signal: watching.signal, onCommit });
    const last = (expected: string | null) => eventually(`${expected}`, () => Promise.resolve(told.at(-1) === expected || undefined));
    const waitFor = async (names: string) => {
      await servers.ask(servers.standby, `alter system set synchronous_standby_names = '${names}'`);
      await servers.ask(servers.standby, 'select pg_reload_conf()');
    };
    await last(null);
    await waitFor('nobody');
    const since = performance.now();
    await last('no_standby');
    expect(performance.now() - since).toBeLessThan(60_000);
    const unconfirmed = followed.raw('create table unconfirmed ()').then(
      () => null,
      (error: { code?: string }) => error.code,
    );
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and query = 'create table unconfirmed ()'`;
    await eventually('a wait that is ended', async () => (await servers.ask(servers.standby, cancel))[0]);
    expect(await unconfirmed).toBe('08007');
    await waitFor('');
    await last(null);
    watching.abort();
    await witnessing;
    await witness.destroy();
  });
});
