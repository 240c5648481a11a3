import { migrate, openDatabase, readStoreMigrations, SharedCommits, type Database } from '@pps/read-store';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { leadDuties } from './lead-duties';
import { LeaseRenewals } from './lease-renewals';
import type { Leadership } from './lease-term';
import { leasesMigrations } from './leases.migrations';
import { fencingToken, holdLease, readLeaseEnd } from './testing';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, [...readStoreMigrations, ...leasesMigrations]);
});
afterAll(() => db.destroy());

it('renews all leases of a process in one statement, and only a lease that somebody else took is lost', async () => {
  const renewals = new LeaseRenewals(new SharedCommits(db));
  const leases = Array.from({ length: 10 }, () => ({ duty: randomUUID(), ...fencingToken(1n) }));
  const [taken, ...others] = leases;
  const ending = new AbortController();
  const lost: { duty: string; statements: number }[] = [];
  let statements = 0;
  const count = ({ sql }: { sql: string }) => void (statements += sql.includes('update leases.lease') ? 1 : 0);
  // Each has an hour left when it is first renewed.
  for (const lease of leases) await holdLease(db, lease.duty, lease === taken ? fencingToken(99n) : lease);
  db.on('query', count);
  const held = leases.map(async (lease) => {
    await renewals.hold({ ...lease, askedAt: performance.now(), wasOffered: false, lastHolder: null }, ending.signal);
    lost.push({ duty: lease.duty, statements });
  });
  await eventually('the loss', async () => (lost.length > 0 ? true : undefined));
  db.removeListener('query', count);
  expect(lost[0]).toEqual({ duty: taken?.duty, statements: 1 });
  for (const { duty } of others) expect((await readLeaseEnd(db, duty)).getTime()).toBeLessThan(Date.now() + 60_000);
  ending.abort();
  await Promise.all(held);
});

it('ends the work whose lease somebody else took', async () => {
  const [ending, duty] = [new AbortController(), randomUUID()];
  let led: Leadership | undefined;
  const work = (leadership: Leadership) =>
    new Promise<void>((resolve) => {
      led = leadership;
      leadership.signal.addEventListener('abort', () => resolve());
    });
  const leading = leadDuties({ db, kind: 'test', duties: [{ name: duty, run: work }], onError: () => undefined }, ending.signal);
  await eventually('leadership', async () => led);
  await holdLease(db, duty, fencingToken(99n));
  await eventually('the loss', async () => (led?.signal.aborted ? true : undefined));
  ending.abort();
  await leading;
});
