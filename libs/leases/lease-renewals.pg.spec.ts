import { migrate, openDatabase, readStoreMigrations, SharedCommits, type Database } from '@pps/read-store';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { leadDuties } from './lead-duties';
import { LeaseRenewals } from './lease-renewals';
import type { Leadership } from './lease-term';
import { leasesMigrations } from './leases.migrations';
import { fencingToken, holdLease } from './testing';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, [...readStoreMigrations, ...leasesMigrations]);
});
afterAll(() => db.destroy());

it('renews all leases of a process in one statement, and only a lease that somebody else took is lost', async () => {
  const renewals = new LeaseRenewals(new SharedCommits(db));
  const leases = Array.from({ length: 10 }, () => ({ duty: randomUUID(), ...fencingToken(1n) }));
  const never = new AbortController().signal;
  let statements = 0;
  const count = ({ sql }: { sql: string }) => void (statements += sql.includes('update leases.lease') ? 1 : 0);
  /** Each lease has an hour left when its renewal is asked for. */
  const renewAll = async (taken?: string) => {
    for (const { duty, ...own } of leases) await holdLease(db, duty, duty === taken ? fencingToken(99n) : own);
    db.on('query', count);
    const answers = await Promise.all(leases.map((lease) => renewals.renew(lease, never)));
    db.removeListener('query', count);
    return answers;
  };
  expect(await renewAll()).toEqual(leases.map(() => expect.any(Number)));
  expect(statements).toBe(1);
  const [taken] = leases;
  expect(await renewAll(taken?.duty)).toEqual(leases.map((lease) => (lease === taken ? 'lost' : expect.any(Number))));
  expect(statements).toBe(2);
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
