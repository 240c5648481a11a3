import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { tcpProxy } from '../../test/setup/tcp-proxy';
import { endExclusiveWriter } from './end-exclusive-writer';
import { leasesMigrations } from './leases.migrations';
import { WriterLock } from './writer-lock';

// How long a process relies on its last heartbeat: longer than a busy machine stands still between two of them.
const validMs = 1_000;
const times = { validMs, heartbeatMs: 50 };

let db: Database;
let url: string;
const locks: WriterLock[] = [];

beforeEach(async () => {
  url = await freshDatabase();
  db = openDatabase(url, 2);
  await migrate(db, [...readStoreMigrations, ...leasesMigrations]);
});
afterEach(async () => {
  await Promise.all(locks.splice(0).map((lock) => lock.stop()));
  await db.destroy();
});

/** A process that answers writes, on a log whose newest event, whoever wrote it, is at `head`. */
function writer({ alone = true, at = url, head = async () => 100n } = {}): WriterLock {
  const lock = new WriterLock(at, { mayBeExclusive: alone, readHead: head, ...times });
  locks.push(lock);
  lock.start();
  return lock;
}

const isExclusive = (lock: WriterLock) => eventually('an exclusive writer', async () => lock.knownHead());
const lockHolders = async () =>
  (
    await db.raw<{ rows: { mode: string }[] }>(
      `select mode from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`,
    )
  ).rows.map(({ mode }) => mode);
const holder = async () => (await db('leases.exclusive_writer').select('holder')).length;

describe('the lock of writers', () => {
  it('lets the only process know the head: what it read when it became exclusive, and what it has appended since', async () => {
    const begun = performance.now();
    const only = writer();
    expect(only.knownHead()).toBeUndefined();
    expect(await isExclusive(only)).toBe(100n);
    // Somebody else may have relied on a lock of his own until then.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(validMs);
    expect(only.noteAppend(101n)).toBeUndefined();
    expect(only.knownHead()).toBe(101n);
    expect(only.noteAppend(99n)).toBeUndefined();
    expect(only.knownHead()).toBe(101n);
  });

  it('counts what was read of a stream, which may be a write whose answer was lost, and what others append without the lock', async () => {
    let head = 100n;
    const only = writer({ head: async () => head });
    await isExclusive(only);
    only.noteSeen(150n);
    expect(only.knownHead()).toBe(150n);
    head = 200n;
    await eventually('the head read again', async () => (only.knownHead() === 200n ? true : undefined));
  });

  it('lets nobody know the head of a log that an older copy has replaced', async () => {
    let head = 100n;
    const only = writer({ head: async () => head });
    await isExclusive(only);
    head = 50n;
    await eventually('the older log noticed', async () => (only.knownHead() === undefined ? true : undefined));
    head = 101n;
    const until = performance.now() + 2 * validMs;
    const known: unknown[] = [];
    await eventually('many heartbeats', async () => {
      known.push(only.knownHead());
      return performance.now() > until || undefined;
    });
    expect(known.every((position) => position === undefined)).toBe(true);
  });

  it('is still an exclusive one while the event store does not say its head', async () => {
    let asked = 0;
    const only = writer({
      head: async () => {
        if (++asked < 3) throw new Error('away');
        return 100n;
      },
    });
    expect(await isExclusive(only)).toBe(100n);
    expect(only.noteAppend(101n)).toBeUndefined();
  });

  it('tells once that it cannot be had', async () => {
    const told: unknown[] = [];
    const at = Object.assign(new URL(url), { port: '1' }).href;
    const lock = new WriterLock(at, { readHead: async () => 1n, ...times, onUnobtainable: (error) => void told.push(error) });
    locks.push(lock);
    lock.start();
    await eventually('word of it', async () => told[0]);
    const until = performance.now() + validMs;
    await eventually('more tries', async () => performance.now() > until || undefined);
    expect(told).toHaveLength(1);
  });

  it('is not held on a server that refuses writes, where it would exclude nobody', async () => {
    const name = new URL(url).pathname.slice(1);
    await db.raw(`alter database ${name} set default_transaction_read_only = on`);
    const refusals: unknown[] = [];
    const lock = new WriterLock(url, { readHead: async () => 1n, onUnobtainable: (error) => refusals.push(error), ...times });
    locks.push(lock);
    lock.start();
    await eventually('the refusal', async () => refusals[0]);
    expect(refusals[0]).toMatchObject({ code: '25006' });
    await db.raw('set default_transaction_read_only = off');
    await db.raw(`alter database ${name} reset default_transaction_read_only`);
    await eventually('the lock', async () => ((await lockHolders()).includes('ShareLock') ? true : undefined));
  });

  it('is given up before another process may tell of what it has appended, and taken again when that one has ended', async () => {
    let head = 100n;
    const first = writer({ head: async () => head });
    await isExclusive(first);
    const second = writer({ alone: false });
    head = 200n;
    await second.noteAppend(head);
    expect(first.knownHead()).toBeUndefined();
    expect(await holder()).toBe(0);
    await second.stop();
    expect(await isExclusive(first)).toBe(200n);
  });

  it('makes nobody exclusive while two processes answer writes, nor one that may not be', async () => {
    const [first, second] = [writer(), writer()];
    await Promise.all([first.noteAppend(1n), second.noteAppend(2n)]);
    const beside = writer({ alone: false });
    await beside.noteAppend(3n);
    await second.stop();
    const [modes, until] = [new Set<string>(), performance.now() + 2 * validMs];
    await eventually('many heartbeats of both', async () => {
      for (const mode of await lockHolders()) modes.add(mode);
      return performance.now() > until || undefined;
    });
    expect([...modes]).toEqual(['ShareLock']);
    expect([first.knownHead(), beside.knownHead()]).toEqual([undefined, undefined]);
  });

  it('is not relied on any longer than its heartbeats are answered', async () => {
    const proxy = await tcpProxy(Number(new URL(url).port));
    const only = writer({ at: Object.assign(new URL(url), { port: String(proxy.port) }).href });
    await isExclusive(only);
    proxy.dropAnswers();
    const until = performance.now() + validMs;
    // Not by a timer: the heartbeat that gets no answer ends later than what the one before it was good for.
    while (performance.now() <= until) await new Promise(setImmediate);
    expect(only.knownHead()).toBeUndefined();
    await only.stop();
    await proxy.stop();
  });

  it('is no reason to answer for as long as a process that ended without saying so may have relied on it', async () => {
    await db('leases.exclusive_writer').insert({ holder: randomUUID() });
    const begun = performance.now();
    await writer({ alone: false }).noteAppend(1n);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(validMs);
    expect(await holder()).toBe(0);
  });

  it('is taken from a process that is frozen while it is exclusive', async () => {
    const proxy = await tcpProxy(Number(new URL(url).port));
    const frozen = writer({ at: Object.assign(new URL(url), { port: String(proxy.port) }).href });
    await isExclusive(frozen);
    // Neither its heartbeats nor its end arrive, so that the database takes it for alive.
    proxy.dropAnswers();
    proxy.loseQuestionsAfter(0);
    const second = writer({ alone: false });
    await second.noteAppend(101n);
    expect(frozen.knownHead()).toBeUndefined();
    // It was disconnected, so that its lock is free.
    expect(await lockHolders()).toEqual(['ShareLock']);
    await frozen.stop();
    await proxy.stop();
  });

  it('holds an answer back for 5 s at most where the database is away', async () => {
    const unreachable = writer({ at: Object.assign(new URL(url), { port: '1' }).href });
    const begun = performance.now();
    await unreachable.noteAppend(1n);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(4_000);
    // Once for an outage, not once for each append, which would be 250 s.
    for (let position = 2n; position < 52n; position++) await unreachable.noteAppend(position);
    expect(performance.now() - begun).toBeLessThan(100_000);
    expect(unreachable.knownHead()).toBeUndefined();
  });

  it('is given up for whoever appends without answering requests', async () => {
    let head = 100n;
    const only = writer({ head: async () => head });
    await isExclusive(only);
    head = 300n;
    await endExclusiveWriter(url);
    expect([undefined, 300n]).toContain(only.knownHead());
    expect(await isExclusive(only)).toBe(300n);
  });

  it('leaves no trace of a process that has stopped, so that the next one waits for nobody', async () => {
    const only = writer();
    await isExclusive(only);
    await only.stop();
    expect(only.knownHead()).toBeUndefined();
    expect(await holder()).toBe(0);
  });
});
