import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { SharingHosts } from '../../test/setup/sharing-hosts';
import { leasesMigrations } from './leases.migrations';
import { contendFor, fencingToken, holdLease, readContenders } from './testing';

// Most of each of these is waiting for leases to end, so they wait at once; each has duties and connections of its own.
let url: string;
const opened: Database[] = [];
const open = (connections: number) => {
  const db = openDatabase(url, connections);
  opened.push(db);
  return db;
};
beforeAll(async () => {
  url = await freshDatabase();
  await migrate(open(1), [...readStoreMigrations, ...leasesMigrations]);
});
afterAll(() => Promise.all(opened.map((db) => db.destroy())));

// A process that stands still loses leases, which then move: what rests is asserted only where it did not meanwhile.
let [looked, stoodStillUntil] = [performance.now(), -Infinity];
const watching = setInterval(() => {
  const now = performance.now();
  if (now - looked > 1_000) stoodStillUntil = now;
  looked = now;
}, 50);
afterAll(() => clearInterval(watching));
/** From now on; to be called when it is over. */
const resting = (hosts: SharingHosts) => {
  const [{ offers }, since] = [hosts, performance.now()];
  return () => expect(hosts.offers === offers || stoodStillUntil > since).toBe(true);
};

/** Longer than any of these takes by itself, much shorter than where it does not happen at all. */
const longMs = 30_000;
/** How often a host looks at who asks before it would have given up what it means to. */
const looks = 3;

const hostsOf = (count: number) => {
  const kind = randomUUID();
  const duties = Array.from({ length: count }, (_, index) => ({ name: `${kind} ${index}` }));
  return { kind, duties, db: open(6), hosts: new SharingHosts(url, kind, duties) };
};

it.concurrent('leads everything alone, by one statement a second, and asks for nothing', async () => {
  const { kind, duties, db, hosts } = hostsOf(20);
  let statements = 0;
  db.on('query', () => void (statements += 1));
  const alone = hosts.start('alone', db);
  await hosts.share([alone], 20, 20);
  statements = 0;
  const begun = performance.now();
  await eventually('three statements', async () => (statements >= 3 ? true : undefined));
  // Unless this machine stood still for longer than a lease.
  const wasLost = hosts.work.length > duties.length;
  expect(statements <= Math.ceil((performance.now() - begun) / 1_000) || wasLost).toBe(true);
  await alone.stop();
  expect(await readContenders(db, kind)).toEqual([]);
});

it.concurrent('shares 20 duties among three hosts as they join, leave, are killed and hang, each led by one at a time', async () => {
  const { kind, db, hosts } = hostsOf(20);
  const a = hosts.start('a', db);
  await hosts.share([a], 20, 20);
  const joined = performance.now();
  const b = await hosts.startBehindProxy('b');
  await hosts.share([a, b], 10, 10);
  const c = await hosts.startBehindProxy('c');
  const took = await hosts.share([a, b, c], 7, 6);
  expect(took).toBeLessThan(longMs);
  // All rests where it is.
  const rested = resting(hosts);
  expect(hosts.offers).toBeGreaterThanOrEqual(2);
  await hosts.looked(3 * looks);
  rested();
  expect(hosts.longestGap(joined)).toBeLessThan(longMs);

  b.proxy.dropAnswers();
  await hosts.share([a, c], 10, 10);
  b.proxy.pass();
  b.proxy.cut();
  await hosts.share([a, b, c], 7, 6);

  await c.proxy.stop();
  await hosts.share([a, b], 10, 10);
  await b.stop();
  await hosts.share([a], 20, 20);
  await a.stop();
  await c.stop();
  expect(hosts.overlaps()).toEqual([]);
  expect(hosts.longestGap(0)).toBeLessThan(longMs);
  // Of the killed one a row is left, which nobody goes by.
  expect((await readContenders(db, kind)).length).toBeLessThanOrEqual(1);
  await Promise.all([b.close(), c.close(), b.proxy.stop()]);
});

it.concurrent('takes back what a host does not take that asks for it, and gives it nothing for a while', async () => {
  const { kind, duties, db, hosts } = hostsOf(4);
  const a = hosts.start('a', db);
  await hosts.share([a], 4, 4);
  const idle = { kind, holder: randomUUID(), wanted: duties.map(({ name }) => name) };
  const ask = () => contendFor(db, idle);
  await eventually('duties given up for it', async () => {
    await ask();
    return a.leads().length < 4 ? true : undefined;
  });
  await hosts.share([a], 4, 4, ask);
  const rested = resting(hosts);
  await hosts.looked(looks, ask);
  rested();
  await a.stop();
  expect(hosts.longestGap(0)).toBeLessThan(longMs);
});

it.concurrent('waits for work that is still ending, and gives nothing to a host that was asked to end', async () => {
  const { kind, db, hosts } = hostsOf(10);
  const [a, b] = [hosts.start('a', db, { endsAfterMs: 1_500 }), hosts.start('b', db, { endsAfterMs: 4_000 })];
  await hosts.share([a, b], 5, 5);
  const rested = resting(hosts);
  let hasEnded = false;
  const ended = b.stop().then(() => (hasEnded = true));
  const left = await eventually('its row to go', async () => ((await readContenders(db, kind)).length <= 1 ? !hasEnded : undefined));
  expect(left).toBe(true);
  await ended;
  await hosts.share([a], 10, 10);
  expect(hosts.overlaps()).toEqual([]);
  rested();
  await a.stop();
});

it.concurrent('gives nothing to a host that has not asked for two seconds: its leases may run out next', async () => {
  const { kind, duties, db, hosts } = hostsOf(4);
  const a = hosts.start('a', db);
  await hosts.share([a], 4, 4);
  const silent = { kind, holder: randomUUID(), wanted: duties.map(({ name }) => name) };
  await hosts.looked(looks, () => contendFor(db, silent, 2_100));
  expect(hosts.offers).toBe(0);
  await a.stop();
});

it.concurrent('leads by itself what another host takes and fails at', async () => {
  const { db, hosts } = hostsOf(6);
  const a = hosts.start('a', db);
  await hosts.share([a], 6, 6);
  const broken = hosts.start('broken', db, { failing: true });
  await eventually('failures of the other host', async () => (broken.errors.length > 0 ? true : undefined));
  await hosts.share([a], 6, 6);
  const rested = resting(hosts);
  await hosts.looked(looks);
  rested();
  await broken.stop();
  await a.stop();
});

it.concurrent('shares with a host of another release what both have, and leaves to it what it alone has', async () => {
  const { duties, db, hosts } = hostsOf(8);
  const older = hosts.start('older', db, { duties: duties.slice(0, 6) });
  await eventually('its duties', async () => (older.leads().length === 6 ? true : undefined));
  const newer = hosts.start('newer', db, { duties: duties.slice(2) });
  await hosts.share([older, newer], 4, 4);
  expect(older.leads()).toEqual(expect.arrayContaining(duties.slice(0, 2).map(({ name }) => name)));
  expect(newer.leads()).toEqual(expect.arrayContaining(duties.slice(6).map(({ name }) => name)));
  await Promise.all([older.stop(), newer.stop()]);
});

it.concurrent('takes over from hosts that make themselves not known, and gives nothing up for them', async () => {
  const { duties, db, hosts } = hostsOf(5);
  const [held] = duties;
  await holdLease(db, held?.name ?? '', fencingToken(1n));
  const a = hosts.start('a', db);
  await eventually('the others', async () => (a.leads().length === 4 ? true : undefined));
  await hosts.looked(looks);
  expect(hosts.offers).toBe(0);
  await db('leases.lease').where({ duty: held?.name }).update({ expires_at: db.fn.now() });
  await hosts.share([a], 5, 5);
  await a.stop();
});
