import type { EventStore } from '@pps/event-store';
import { DatabaseClock, DatabaseWrites, type Database } from '@pps/read-store';
import { Health } from './health';
import type { QueueTrouble, WorkQueue } from '@pps/work-queue';
import { projections } from '@projections/index';
import { DependencyChecks } from './dependency-checks';

const running = { serving: true, position: '7', stopped_error: null, refused: null };
const checkpoint = (name: string, row: object = {}) => ({ ...running, name, level_at: new Date(), ...row });

/** Readiness of an API process, whose parts can be changed. */
function api() {
  const parts = {
    trouble: (): Promise<QueueTrouble | null> => Promise.resolve(null),
    database: (): Promise<unknown> => Promise.resolve(),
    rows: projections.map(({ name }) => checkpoint(name)),
  };
  const rows = { orderBy: () => rows, select: () => Promise.resolve(parts.rows) };
  const db = Object.assign(() => ({ where: () => rows }), { raw: () => parts.database() });
  const health = new Health();
  const writes = new DatabaseWrites();
  const databaseClock = new DatabaseClock({ toleranceMs: 30_000 });
  const store = { head: () => Promise.resolve(7n) } as unknown as EventStore;
  const queue = { trouble: () => parts.trouble() } as unknown as WorkQueue;
  new DependencyChecks({ store, db: db as unknown as Database, queue, writes, databaseClock }, health).onModuleInit();
  const change = (name: string, row: object) =>
    (parts.rows = parts.rows.map((known) => (known.name === name ? checkpoint(name, row) : known)));
  return { parts, health, writes, databaseClock, change };
}

const longAgo = new Date(0);
const noLeader = Object.assign(new Error('503'), { code: '503' });

describe('an API process', () => {
  test.each([
    ['stopped', { stopped_error: 'poison' }],
    ['refused', { refused: 'ahead of the log' }],
    ['running', { level_at: longAgo }],
  ])('stays ready beside a projection that is behind and %s, and shows it', async (state, row) => {
    const { health, change } = api();
    expect((await health.readiness()).status).toBe('ok');
    change('pins', row);
    const { status, checks } = await health.readiness();
    expect(status).toBe('ok');
    expect(checks).toMatchObject({ projection_pins: { ok: false, detail: { state } }, projection_assets: { ok: true } });
  });

  it.each([
    [
      'does not answer',
      () => Promise.resolve({ error: noLeader, awayMs: 2_500 }),
      { reason: expect.stringContaining('no leader'), away_seconds: 2.5 },
    ],
    ['never comes to an end', () => new Promise<null>(() => undefined), 'timed out'],
  ])('stays ready while NATS %s, and says why and since when', async (_, trouble, detail) => {
    const { parts, health } = api();
    expect((await health.readiness()).status).toBe('ok');
    parts.trouble = trouble;
    const { status, checks } = await health.readiness();
    expect([status, checks['work_queue']]).toEqual(['ok', { ok: false, degraded: true, detail }]);
  });

  it('is not ready without its database', async () => {
    const { parts, health } = api();
    parts.database = () => Promise.reject(new Error('gone'));
    expect((await health.readiness()).status).toBe('unavailable');
  });

  it.each([
    ['takes no writes', '53100', { reads: 'ok', writes: 'unavailable', problem: 'disk_full' }],
    ['is read-only', '25006', { reads: 'ok', writes: 'unavailable', problem: 'read_only' }],
  ])('is not ready while its database %s, and says so until a commit is confirmed', async (_, code, expected) => {
    const { health, writes } = api();
    writes.note(Object.assign(new Error('refused'), { code }));
    const { status, checks } = await health.readiness();
    expect([status, checks['database']]).toMatchObject(['unavailable', { ok: false, detail: { ...expected, reason: `${code}: refused` } }]);
    writes.note(null);
    expect((await health.readiness()).status).toBe('ok');
  });

  it('is not ready while the disk of its database is full, although its own row is counted up', async () => {
    const { health, writes } = api();
    writes.noteSpace(Object.assign(new Error('could not write to file: No space left on device'), { code: '53100' }));
    writes.note(null);
    const { status, checks } = await health.readiness();
    expect([status, checks['database']]).toMatchObject([
      'unavailable',
      { ok: false, detail: { writes: 'unavailable', problem: 'disk_full' } },
    ]);
    writes.noteSpace(null);
    expect((await health.readiness()).status).toBe('ok');
    // An administrator's limit of temporary files says nothing of the disk.
    writes.noteSpace(Object.assign(new Error('temporary file size exceeds temp_file_limit'), { code: '53400' }));
    expect((await health.readiness()).status).toBe('ok');
  });

  it.each([
    [31_000, 'unavailable', { ok: false, detail: { ahead_of_database_seconds: 31 } }],
    [-300_000, 'unavailable', { ok: false, detail: { ahead_of_database_seconds: -300 } }],
    [-29_000, 'ok', { ok: true }],
  ])('whose clock is %d ms ahead of the database’s is %s', async (clockAheadMs, expected, shown) => {
    const { health, databaseClock } = api();
    databaseClock.note({ databaseMs: Date.now() - clockAheadMs, monotonicMs: performance.now(), exactToMs: 1 });
    const { status, checks } = await health.readiness();
    expect([status, checks['clock']]).toEqual([expected, shown]);
  });

  it('is not ready when no commit is confirmed for long, although nothing has failed', async () => {
    jest.useFakeTimers();
    try {
      const { health } = api();
      jest.advanceTimersByTime(11_000);
      expect(await health.readiness()).toMatchObject({ status: 'unavailable', checks: { database: { detail: { problem: 'no_answer' } } } });
    } finally {
      jest.useRealTimers();
    }
  });

  it('says that it can neither read nor write where its database refuses connections', async () => {
    const { parts, health } = api();
    parts.database = () => Promise.reject(Object.assign(new Error('the server is a standby'), { code: '25006' }));
    const detail = { reads: 'unavailable', writes: 'unavailable', problem: 'read_only' };
    expect(await health.readiness()).toMatchObject({ status: 'unavailable', checks: { database: { detail } } });
  });

  it('that starts waits for read models that are still being built, but not for ever and not for one that has stopped', async () => {
    jest.useFakeTimers();
    try {
      const { health, writes, change } = api();
      change('pins', { stopped_error: 'poison' });
      change('assets', { level_at: longAgo });
      expect((await health.readiness()).status).toBe('unavailable');
      jest.advanceTimersByTime(30_000);
      writes.note(null);
      expect((await health.readiness()).status).toBe('ok');
    } finally {
      jest.useRealTimers();
    }
  });
});
