import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BACKWARDS, END, EventStoreDBClient, jsonEvent, UnavailableError, type ResolvedEvent } from '@eventstore/db-client';
import { Client } from 'pg';
import { findFreePort, startPostgres, type Part } from '@pps/embedded';
import { startLocalEventStore, type LocalEventStore } from '../index';
import { patienceMs, until } from '../contract/contract-client';
import { expectNothingLost, readLog, recordAppends } from './recorded-appends';

describe('a database that goes away', () => {
  let folder: string;
  let postgres: Part;
  let port: number;
  let store: LocalEventStore;
  let client: EventStoreDBClient;

  const startDatabase = async () => void (postgres = await startPostgres({ dataDir: join(folder, 'postgres'), port }));
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'event-store-outage-'));
    chmodSync(folder, 0o711);
    port = await findFreePort();
    await startDatabase();
    store = await startLocalEventStore({ databaseUrl: postgres.url, port: 0 });
    client = connected();
  });
  afterAll(async () => {
    await client.dispose();
    await store.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A call that is never answered ends with its deadline, and not with UNAVAILABLE. */
  const connected = () => EventStoreDBClient.connectionString(`${store.connectionString}&defaultDeadline=${patienceMs}`);
  const event = () => jsonEvent({ type: 'Written', data: {} });
  const worksAgain = () =>
    until('an append', () =>
      client.appendToStream('probe', event()).then(
        () => true,
        () => false,
      ),
    );
  const readHead = async () => {
    for await (const { event: newest } of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })) return newest;
    return undefined;
  };

  it.each(['batch', 'classic'])('answers unavailable at once, and works again automatically (%s append)', async (path) => {
    const options = path === 'classic' ? { credentials: { username: 'nobody', password: 'nothing' } } : {};
    await client.appendToStream('durable', event(), options);
    const live: bigint[] = [];
    const subscriber = connected();
    const subscription = subscriber.subscribeToStream('durable', { fromRevision: END });
    subscription.on('error', () => undefined);
    await new Promise<void>((resolve) => subscription.once('caughtUp', () => resolve()));
    subscription.on('data', ({ event: seen }: ResolvedEvent) => live.push(seen!.revision));

    await postgres.stop();
    await expect(client.appendToStream('durable', event(), options)).rejects.toBeInstanceOf(UnavailableError);
    await expect(readHead()).rejects.toBeInstanceOf(UnavailableError);
    await expect(client.appendToStream('durable', event(), options)).rejects.toBeInstanceOf(UnavailableError);

    await startDatabase();
    await worksAgain();
    const { nextExpectedRevision } = await client.appendToStream('durable', event(), options);
    await until('the live event', () => live.length > 0);
    expect(live).toEqual([nextExpectedRevision]);
    await subscription.unsubscribe();
    await subscriber.dispose();
  });

  it('loses no acknowledged append when its connection is cut in the middle, again and again', async () => {
    const admin = new Client({ connectionString: postgres.url });
    await admin.connect();
    const acknowledged = new Map<string, string>();
    for (let cut = 0; cut < 5; cut += 1) {
      await worksAgain();
      const appends = recordAppends(client, 16);
      await until('200 appends', () => appends.acknowledged.size >= 200);
      await admin.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`);
      await appends.stop();
      for (const [event, id] of appends.acknowledged) acknowledged.set(event, id);
    }
    await admin.end();
    await worksAgain();
    expectNothingLost(await readLog(client), acknowledged);
  });

  it('lets only one process write a log', async () => {
    const another = startLocalEventStore({ databaseUrl: postgres.url, port: 0, acquireTimeoutMs: 1_000 });
    await expect(another).rejects.toThrow('writer lock');
  });

  it('says at once why it waits for its database, and does not take one that refuses writes', async () => {
    const admin = new Client({ connectionString: postgres.url });
    await admin.connect();
    await admin.query('create database behind_an_address');
    await admin.query('alter database behind_an_address set default_transaction_read_only = on');
    await admin.end();
    const databaseUrl = Object.assign(new URL(postgres.url), { pathname: '/behind_an_address' }).href;
    const said: unknown[] = [];
    const refused = startLocalEventStore({ databaseUrl, port: 0, acquireTimeoutMs: 4_000, log: (...line) => said.push(line) });
    await expect(refused).rejects.toMatchObject({ code: '25006' });
    const reason = expect.stringContaining('25006: the server is read-only');
    expect(said).toEqual([['warn', 'waiting for the event store database', { reason }]]);
  });

  it('does not wait for a database that refuses its password', async () => {
    const databaseUrl = Object.assign(new URL(postgres.url), { password: 'wrong' }).href;
    const begun = performance.now();
    await expect(startLocalEventStore({ databaseUrl, port: 0, acquireTimeoutMs: 300_000 })).rejects.toMatchObject({ code: '28P01' });
    expect(performance.now() - begun).toBeLessThan(120_000);
  });

  it('separates two logs by their schemas', async () => {
    const other = await startLocalEventStore({ databaseUrl: postgres.url, port: 0, schema: 'other_log' });
    const otherClient = EventStoreDBClient.connectionString(other.connectionString);
    expect(await readLog(otherClient)).toHaveLength(1);
    await otherClient.dispose();
    await other.stop();
  });

  it('refuses to listen for other machines', async () => {
    await expect(startLocalEventStore({ databaseUrl: postgres.url, port: 0, host: '0.0.0.0' })).rejects.toThrow('loopback');
  });
});
