import type { EventStore } from '@pps/event-store';
import { DatabaseWrites, type Database } from '@pps/read-store';
import { Health } from './health';
import type { WorkQueue } from '@pps/work-queue';
import { projections } from '@projections/index';
import { DependencyChecks } from './dependency-checks';

const running = { serving: true, position: '7', stopped_error: null, refused: null };
const checkpoint = (name: string, row: object = {}) => ({ ...running, name, level_at: new Date(), ...row });

/** Readiness of an API process, whose parts can be changed. */
function api() {
  const parts = {
    reachable: (): Promise<boolean> => Promise.resolve(true),
    database: (): Promise<unknown> => Promise.resolve(),
    rows: projections.map(({ name }) => checkpoint(name)),
  };
  const rows = { orderBy: () => rows, select: () => Promise.resolve(parts.rows) };
  const db = Object.assign(() => ({ where: () => rows }), { raw: () => parts.database() });
  const health = new Health();
  const writes = new DatabaseWrites();
  const store = { head: () => Promise.resolve(7n) } as unknown as EventStore;
  const queue = { reachable: () => parts.reachable() } as unknown as WorkQueue;
  new DependencyChecks({ store, db: db as unknown as Database, queue, writes }, health).onModuleInit();
  const change = (name: string, row: object) =>
    (parts.rows = parts.rows.map((known) => (known.name === name ? checkpoint(name, row) : known)));
  return { parts, health, writes, change };
}

const longAgo = new Date(0);

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
    ['does not answer', () => Promise.resolve(false)],
    ['never comes to an end', () => new Promise<boolean>(() => undefined)],
  ])('stays ready while NATS %s', async (_, reachable) => {
    const { parts, health } = api();
    expect((await health.readiness()).status).toBe('ok');
    parts.reachable = reachable;
    const { status, checks } = await health.readiness();
    expect([status, checks['work_queue']?.ok]).toEqual(['ok', false]);
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
