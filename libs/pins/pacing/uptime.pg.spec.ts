import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { leasesMigrations } from '@pps/leases';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { pinsMigrations } from '../pins.migrations';
import { secondsAgo, uptime } from './uptime';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 2);
  await migrate(db, [...readStoreMigrations, ...leasesMigrations, ...pinsMigrations]);
});
afterAll(() => db.destroy());

const begun = performance.now();
const passed = () => (performance.now() - begun) / 1_000;
/** Between what has passed at least and what may have passed meanwhile. */
const expectAge = (seconds: number | null, least: number) => {
  expect(seconds).toBeGreaterThanOrEqual(least - 0.01);
  expect(seconds).toBeLessThan(least + passed() + 1);
};

it('tells how long ago another machine had run for so long, also when the clock was set meanwhile', async () => {
  await db.raw(`select pins.pacing_time('another machine', 1000)`);
  expectAge(await secondsAgo(db, { boot: 'another machine', seconds: 940 }), 60);
  await db.raw(`update pins.pacing_clock set ahead = ahead - interval '5 minutes'`);
  expectAge(await secondsAgo(db, { boot: 'another machine', seconds: 940 }), 60);
});

it('tells of this machine what it knows itself, and nothing of one that never asked', async () => {
  const { boot, seconds } = uptime();
  await secondsAgo(db, { boot, seconds });
  expectAge(await secondsAgo(db, { boot, seconds: seconds - 30 }), 30);
  expect(await secondsAgo(db, { boot: 'nobody', seconds: 1 })).toBeNull();
});
