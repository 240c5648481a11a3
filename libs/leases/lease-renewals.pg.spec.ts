import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { leadDuty, type Leadership } from './lead-duty';
import { LeaseRenewals } from './lease-renewals';
import { leasesMigrations } from './leases.migrations';
import { fencingToken, holdLease, readLeaseEnd } from './testing';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, [...readStoreMigrations, ...leasesMigrations]);
});
afterAll(() => db.destroy());

it('renews all leases of a process in one statement, and only a lease that somebody else took is lost', async () => {
  const [ending, renewals] = [new AbortController(), new LeaseRenewals(db)];
  const led = new Map<string, Leadership>();
  const duties = Array.from({ length: 10 }, () => randomUUID());
  const lead = (duty: string) => {
    const work = (leadership: Leadership) =>
      new Promise<void>((resolve) => {
        led.set(duty, leadership);
        leadership.signal.addEventListener('abort', () => resolve());
      });
    return leadDuty(db, duty, ending.signal, work, () => undefined, renewals);
  };
  const leading = duties.map(lead);
  await eventually('leadership', async () => (led.size === duties.length ? true : undefined));
  const firstEnds = await Promise.all(duties.map((duty) => readLeaseEnd(db, duty)));
  let statements = 0;
  const count = ({ sql }: { sql: string }) => void (statements += sql.includes('update leases.lease') ? 1 : 0);
  db.on('query', count);
  await eventually('renewals', async () => {
    const ends = await Promise.all(duties.map((duty) => readLeaseEnd(db, duty)));
    return ends.every((end, index) => end > (firstEnds[index] ?? end)) ? true : undefined;
  });
  db.removeListener('query', count);
  expect(statements).toBeLessThanOrEqual(3);
  const [taken = '', ...others] = duties;
  await holdLease(db, taken, fencingToken(99n));
  await eventually('the loss', async () => (led.get(taken)?.signal.aborted ? true : undefined));
  expect(others.filter((duty) => led.get(duty)?.signal.aborted)).toEqual([]);
  ending.abort();
  await Promise.all(leading);
});
