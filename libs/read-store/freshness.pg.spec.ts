import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { Freshness, migrate, NotFresh, openDatabase, ProgressListener, readStoreMigrations, type Database } from '.';

let url: string;
let db: Database;
let head: bigint;
const listeners: ProgressListener[] = [];

beforeEach(async () => {
  url = await freshDatabase();
  db = openDatabase(url);
  await migrate(db, readStoreMigrations);
  await db('read_store.checkpoint').insert({ kind: 'projection', name: 'pins', version: 1, store_id: 'test', position: '10' });
  head = 10n;
});
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.stop();
  await db.destroy();
});

/** A read as of a head, of one whose last write is no older. */
const at = (asOf: bigint) => ({ organizationId: 'busy', asOf });

/** Of a wait that has to succeed, however busy the machine is. */
const patientMs = 120_000;

/** What an API process has; `listening` false: its connection for notifications cannot be made. */
function freshness(listening = true, readHead: () => Promise<bigint> = async () => head, patienceMs?: number) {
  const heard: bigint[] = [];
  const progress = new ProgressListener(listening ? url : Object.assign(new URL(url), { port: '1' }).href);
  progress.observe((_, position) => void heard.push(position));
  progress.start();
  listeners.push(progress);
  const live = {
    head: readHead,
    readHead,
    lastWriteOf: async (organization: string, asOf: bigint) => (organization === 'quiet' ? 10n : asOf),
  };
  const [fresh, impatient] = [patienceMs, undefined].map((ms) => new Freshness(db, progress, live, ms)) as [Freshness, Freshness];
  return { heard, fresh, impatient };
}

/** The projector's transaction: the checkpoint moves, and that is announced. */
const move = (position: bigint, name = 'pins') =>
  db.transaction(async (tx) => {
    await tx('read_store.checkpoint').where({ name, version: 1 }).update({ position: position.toString() });
    await tx.raw('select pg_notify(?, ?)', ['projection_progress', `${name} 1 ${position}`]);
  });

const hears = (heard: readonly bigint[]) =>
  eventually('news', async () => {
    const before = heard.length;
    await db.raw('select pg_notify(?, ?)', ['projection_progress', 'other 1 1']);
    await new Promise((resolve) => setImmediate(resolve));
    return heard.length > before ? true : undefined;
  });

/** How often the checkpoints were read since. */
function countReads(): () => number {
  let reads = 0;
  db.on('query', ({ sql }: { sql: string }) => void (reads += sql.includes('read_store"."checkpoint') ? 1 : 0));
  return () => reads;
}

const timed = async (work: Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work;
  return performance.now() - startedAt;
};

describe('freshness', () => {
  it('waits until the projection has passed the head as it was when the read arrived, and no longer', async () => {
    const { fresh } = freshness(true, undefined, patientMs);
    await fresh.wait('pins');
    head = 11n;
    let passed = false;
    const waiting = fresh.wait('pins').then(() => (passed = true));
    head = 99n;
    await db.raw('select pg_sleep(0.3)');
    expect(passed).toBe(false);
    await move(11n);
    await waiting;
    const reads = countReads();
    await fresh.wait('pins', at(11n));
    expect(reads()).toBe(0);
  });

  it('waits for what its own organization has written, and not for a backlog of others', async () => {
    const [{ fresh: patient }, { fresh }] = [freshness(true, undefined, patientMs), freshness()];
    head = 99_999n;
    // Had it waited for the backlog, it would have given up.
    await patient.wait('pins', { organizationId: 'quiet' });
    await expect(fresh.wait('pins', { organizationId: 'busy' })).rejects.toThrow(new NotFresh('pins'));
  });

  it('of a projection that has stopped is refused only to those who wrote since', async () => {
    const { fresh } = freshness(true, undefined, patientMs);
    await db('read_store.checkpoint').update({ stopped_error: 'poison' });
    head = 99n;
    await fresh.wait('pins', { organizationId: 'quiet' });
    await expect(fresh.wait('pins', { organizationId: 'busy' })).rejects.toThrow(new NotFresh('pins'));
  });

  it('gives up after 2 s, naming the projection', async () => {
    const { fresh } = freshness();
    const took = await timed(expect(fresh.wait('pins', at(11n))).rejects.toThrow(new NotFresh('pins')));
    expect(took).toBeGreaterThan(1_900);
    expect(took).toBeLessThan(patientMs);
  });

  it('gives up after 2 s also when the log does not say where its head is', async () => {
    const { fresh } = freshness(true, () => new Promise(() => undefined));
    expect(await timed(expect(fresh.wait('pins')).rejects.toBeInstanceOf(NotFresh))).toBeLessThan(patientMs);
  });

  it('does not take a projection that is ahead of the whole log for fresh', async () => {
    const { fresh } = freshness(true, undefined, patientMs);
    head = 9n;
    await expect(fresh.wait('pins')).rejects.toThrow(new NotFresh('pins'));
    await expect(fresh.wait('pins', at(9n))).rejects.toThrow(new NotFresh('pins'));
    head = 10n;
    await fresh.wait('pins', at(9n));
  });

  it('is as fresh after a head that took long to read', async () => {
    const slowHead = async () => {
      await db.raw('select pg_sleep(1.1)');
      return head;
    };
    const { fresh } = freshness(true, slowHead, patientMs);
    await fresh.wait('pins', at(9n));
  });

  it('polls when there is no notification', async () => {
    const { fresh } = freshness(false, undefined, patientMs);
    const reads = countReads();
    const waiting = fresh.wait('pins', at(11n));
    await move(11n);
    await waiting;
    expect(reads()).toBeGreaterThan(0);
  });

  it('polls when the notifications are only of others', async () => {
    const { fresh, heard } = freshness(true, undefined, patientMs);
    await hears(heard);
    await db('read_store.checkpoint').update({ position: '12' });
    let chatting = true;
    const chatter = (async () => {
      while (chatting) await db.raw('select pg_notify(?, ?)', ['projection_progress', 'other 1 1']);
    })();
    const reads = countReads();
    await fresh.wait('pins', at(12n)).finally(() => (chatting = false));
    await chatter;
    expect(reads()).toBeGreaterThan(0);
  });

  it('asks the database once for all who wait', async () => {
    const { fresh } = freshness(false, undefined, patientMs);
    const reads = countReads();
    const waiting = Promise.all(Array.from({ length: 200 }, () => fresh.wait('pins', at(11n))));
    await eventually('some reads', async () => (reads() > 2 ? true : undefined));
    await move(11n);
    await waiting;
    expect(reads()).toBeLessThan(200);
  });

  it('hears news again after its connection was ended, and forgets what it had heard', async () => {
    const { fresh, impatient, heard } = freshness(true, undefined, patientMs);
    await hears(heard);
    await move(50n);
    await fresh.wait('pins', at(50n));
    // A database that crashed comes back without its last commits.
    await db('read_store.checkpoint').update({ position: '10' });
    const ended = await db.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like '%listen projection%' and pid <> pg_backend_pid() and datname = current_database()`,
    );
    expect(ended.rowCount).toBeGreaterThan(0);
    await eventually('a wait for what was lost', () =>
      impatient.wait('pins', at(50n)).then(
        () => undefined,
        () => true,
      ),
    );
    await hears(heard);
    const waiting = fresh.wait('pins', at(51n));
    await move(51n);
    await waiting;
  });
});
