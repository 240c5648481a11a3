import { leasesMigrations } from '@pps/leases';
import { fencingToken, holdLease } from '@pps/leases/testing';
import { migrate, openDatabase, readStoreMigrations, setUpProjection, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { seededRandom } from '@pps/kernel/testing';
import { pinsMigrations } from '../pins.migrations';
import { publishQueueProjection } from '../publish-queue/publish_queue.projection';
import type { Candidate, Sleep } from './may-start.decider';
import { pacingDuty, RoundRobin, wakeAccount, type RoundRobinBook } from './round-robin.store';
import { RoundRobinTable, type ChangedAccount } from './round-robin-table.fixture';

const token = fencingToken(7n);
let db: Database;
let roundRobin: RoundRobin;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 4);
  await migrate(db, [...readStoreMigrations, ...leasesMigrations, ...pinsMigrations]);
  await setUpProjection(db, publishQueueProjection, 'test');
  roundRobin = new RoundRobin(db, token);
});
afterAll(() => db.destroy());
beforeEach(async () => {
  await holdLease(db, pacingDuty, token);
  await db.raw(`truncate projection.publish_waiting_v9, pins.round_robin_account, pins.round_robin_project, pins.publish_grant;
    update pins.round_robin_cursor set position = -1`);
});

const uuid = (kind: number, number: number): string => `0000000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`;
const accountOf = (number: number): ChangedAccount => ({
  accountId: uuid(1, number),
  projectId: uuid(2, number % 5),
  simulated: number % 5 === 4,
});

let position = 0;
/** As the projection tells that something of the account changed. */
async function change({ accountId, projectId, simulated }: ChangedAccount): Promise<void> {
  await db('projection.publish_waiting_v9')
    .insert({ account_id: accountId, project_id: projectId, simulated, ready_pins: 1, tokens: 1, changed_position: ++position })
    .onConflict(['account_id', 'project_id', 'simulated'])
    .merge();
}

const everybody = { simulated: [false, true], uploads: true, projects: 8, accountsEach: 8 };
const namesOf = async (book: Pick<RoundRobinBook, 'readNext'>, ask = everybody): Promise<string[]> =>
  (await book.readNext(ask)).accounts.map(({ accountId }) => accountId);

/** As if so much time had passed, in which the wall clock was set back by so much. */
async function passes(ms: number, setBackMs = 0): Promise<void> {
  await db.raw(
    `update pins.round_robin_account set wakes_at = wakes_at + ? * interval '1 millisecond', refills_at = refills_at - ? * interval '1 millisecond'`,
    [setBackMs - ms, ms],
  );
}

let pins = 0;
const pinOf = ({ accountId, projectId, simulated }: ChangedAccount): Candidate => ({
  ...{ pinId: uuid(3, ++pins), attempt: 1, projectId, accountId, simulated },
  ...{ boardId: '1', fingerprint: '1', cost: 1, needsUpload: false },
});

it.each([1, 2, 3])('serves whom the round robin in memory serves, whatever happens: seed %s', async (seed) => {
  const random = seededRandom(seed);
  let [wall, elapsed] = [0, 0];
  const table = new RoundRobinTable(
    () => wall,
    () => elapsed,
  );
  const inMemory = table.book(() => true);
  const accounts = Array.from({ length: 12 }, (_, number) => accountOf(number));
  const some = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const both = async (step: (book: RoundRobinBook) => Promise<unknown>) => {
    await step(roundRobin);
    await step(inMemory);
  };
  const sleeps: (() => Sleep)[] = [() => ({ kind: 'for', ms: 600_000 }), () => ({ kind: 'awaiting_upload' }), () => ({ kind: 'idle' })];
  for (let step = 0; step < 150; step += 1) {
    const luck = random();
    const account = some(accounts);
    if (luck < 0.3) {
      await change(account);
      table.change(account);
      await both((book) => book.applyChanges());
    } else if (luck < 0.6) {
      const ask = { ...everybody, projects: 3, accountsEach: 1 };
      const { accounts: chosen } = await roundRobin.readNext(ask);
      await inMemory.readNext(ask);
      const granted = chosen.slice(0, 2).map(pinOf);
      await both((book) => book.grant(granted));
    } else if (luck < 0.9) {
      const sleep = some(sleeps)();
      await both(async (book) => {
        const next = (await book.readNext(everybody)).accounts[0];
        if (next) await book.putToSleep([{ accountId: next.accountId, wakeCount: next.wakeCount, sleep }]);
      });
    } else if (luck < 0.95) await both((book) => book.forgetIdle());
    else {
      await wakeAccount(db, account.accountId);
      table.wake(account.accountId);
      const setBackMs = random() < 0.5 ? 0 : 3_600_000;
      await passes(1_000, setBackMs);
      wall += 1_000 - setBackMs;
      elapsed += 1_000;
      await both((book) => book.applyChanges());
    }
    const ask = {
      simulated: random() < 0.5 ? [false] : [false, true],
      uploads: random() < 0.5,
      projects: 1 + Math.floor(random() * 6),
      accountsEach: 2,
    };
    expect({ step, next: await namesOf(roundRobin, ask) }).toEqual({ step, next: await namesOf(inMemory, ask) });
  }
});

it.each([
  ['has a newer epoch', { ...token, epoch: 8n }],
  ['another process got with the same epoch, from a database that lost its last commits', fencingToken(7n)],
])('changes nothing for a leader whose lease %s', async (_, other) => {
  const account = accountOf(1);
  await change(account);
  await roundRobin.applyChanges();
  const [next] = (await roundRobin.readNext(everybody)).accounts;
  await holdLease(db, pacingDuty, other);
  await roundRobin.putToSleep([{ accountId: account.accountId, wakeCount: next?.wakeCount ?? 0, sleep: { kind: 'idle' } }]);
  expect(await roundRobin.grant([pinOf(account)])).toEqual([]);
  await change(accountOf(2));
  await roundRobin.applyChanges();
  expect(await namesOf(roundRobin)).toEqual([account.accountId]);
});

it('does not let an account sleep that was woken since it was visited', async () => {
  const account = accountOf(1);
  await change(account);
  await roundRobin.applyChanges();
  const [next] = (await roundRobin.readNext(everybody)).accounts;
  await wakeAccount(db, account.accountId);
  await roundRobin.putToSleep([{ accountId: account.accountId, wakeCount: next?.wakeCount ?? 0, sleep: { kind: 'for', ms: 600_000 } }]);
  expect(await namesOf(roundRobin)).toEqual([account.accountId]);
});

it('ends a sleep at its time, and one until a moment that is over in a tenth of a second', async () => {
  const account = accountOf(1);
  await change(account);
  await roundRobin.applyChanges();
  const sleeps: [Sleep, number][] = [
    [{ kind: 'until', at: new Date('9999-12-31T23:59:59.999Z') }, 600],
    [{ kind: 'until', at: new Date('2020-01-01T00:00:00.000Z') }, 0.1],
    [{ kind: 'for', ms: 3_300 }, 3.3],
  ];
  for (const [sleep, seconds] of sleeps) {
    const begun = performance.now();
    const { wake_count } = await db('pins.round_robin_account').first('wake_count');
    await roundRobin.putToSleep([{ accountId: account.accountId, wakeCount: Number(wake_count), sleep }]);
    // A minute later each, or it is over before it is looked at on a slow machine.
    await passes(-60_000);
    expect(await roundRobin.applyChanges()).toMatchObject({ areMore: false });
    expect(await namesOf(roundRobin)).toEqual([]);
    const { rows } = await db.raw<{ rows: { seconds: number }[] }>(
      `select extract(epoch from coalesce(wakes_at, refills_at) - clock_timestamp())::float8 as seconds from pins.round_robin_account`,
    );
    expect(rows[0]?.seconds).toBeLessThanOrEqual(60 + seconds);
    expect(rows[0]?.seconds).toBeGreaterThan(60 + seconds - (performance.now() - begun) / 1_000 - 0.1);
    await db.raw('update pins.round_robin_account set wakes_at = clock_timestamp(), refills_at = null');
    await roundRobin.applyChanges();
    expect(await namesOf(roundRobin)).toEqual([account.accountId]);
  }
});

const never = new Date('9999-12-31T23:59:59.999Z');
const sleepsOfAnyKind: Sleep[] = [
  { kind: 'until', at: never },
  { kind: 'for', ms: 600_000 },
  { kind: 'awaiting_upload' },
  { kind: 'idle' },
];

describe('when the wall clock is set back by an hour', () => {
  const [account, noUploads] = [accountOf(1), { ...everybody, uploads: false }];
  const asleep = async (sleep: Sleep) => {
    await change(account);
    await roundRobin.applyChanges();
    const { wake_count } = await db('pins.round_robin_account').first('wake_count');
    await roundRobin.putToSleep([{ accountId: account.accountId, wakeCount: Number(wake_count), sleep }]);
  };

  it.each(sleepsOfAnyKind)('an account that was just woken is visited after a tenth of a second: $kind', async (sleep) => {
    await asleep(sleep);
    await wakeAccount(db, account.accountId);
    await passes(100, 3_600_000);
    await roundRobin.applyChanges();
    expect(await namesOf(roundRobin, noUploads)).toEqual([account.accountId]);
  });

  it('a sleep until a moment that was over ends after a tenth of a second', async () => {
    await asleep({ kind: 'until', at: new Date('2020-01-01T00:00:00.000Z') });
    await passes(100, 3_600_000);
    await roundRobin.applyChanges();
    expect(await namesOf(roundRobin)).toEqual([account.accountId]);
  });

  it('a sleep until a moment of it lasts no longer than ten minutes', async () => {
    await asleep({ kind: 'until', at: never });
    await passes(590_000, 3_600_000);
    await roundRobin.applyChanges();
    expect(await namesOf(roundRobin)).toEqual([]);
    await passes(10_000);
    await roundRobin.applyChanges();
    expect(await namesOf(roundRobin)).toEqual([account.accountId]);
  });
});

it('lets an account sleep no longer than until its moment, however near that is', async () => {
  const account = accountOf(1);
  await change(account);
  await roundRobin.applyChanges();
  for (let attempt = 0, isBefore = false; !isBefore; attempt += 1) {
    if (attempt === 100) throw new Error('each sleep of 50 ms was stored after its moment');
    const { rows } = await db.raw<{ rows: { at: Date }[] }>(
      `select date_trunc('milliseconds', clock_timestamp()) + interval '50 ms' as at`,
    );
    const at = rows[0]?.at as Date;
    await roundRobin.putToSleep([{ accountId: account.accountId, wakeCount: 0, sleep: { kind: 'until', at } }]);
    const { wakes_at } = await db('pins.round_robin_account').first('wakes_at');
    isBefore = wakes_at.getTime() === at.getTime();
  }
});

it('takes in 1,000 changes page by page, each account once', async () => {
  const accounts = Array.from({ length: 1_000 }, (_, number) => accountOf(number));
  await db('projection.publish_waiting_v9').insert(
    accounts.map(({ accountId, projectId, simulated }) => ({
      ...{ account_id: accountId, project_id: projectId, simulated, ready_pins: 1, tokens: 1, changed_position: 5 },
    })),
  );
  let pages = 1;
  while ((await roundRobin.applyChanges()).areMore) pages += 1;
  expect(pages).toBe(6);
  expect(await db('pins.round_robin_account').where({ state: 'awake' }).count({ count: '*' })).toEqual([{ count: '1000' }]);
});
