import { freshDatabase, onTestServer } from '../../test/setup/fresh-database';
import { openDatabase, type Database } from './database';
import { inspectServer } from './inspect-server';
import { requireDiskSpace } from './require-disk-space';

let url: string;
let db: Database;
beforeAll(async () => {
  url = await freshDatabase();
  db = openDatabase(url, 2);
});
afterAll(() => db.destroy());

test('a look for space writes a temporary file', async () => {
  const name = new URL(url).pathname.slice(1);
  await requireDiskSpace(db);
  await onTestServer((client) => client.query(`alter database ${name} set temp_file_limit = 0`));
  const bounded = openDatabase(url, 1);
  await expect(requireDiskSpace(bounded)).rejects.toMatchObject({ code: '53400' });
  await bounded.destroy();
});

test('the clock is compared with the server’s, less half of the time that the question took', async () => {
  const { name, clockAheadMs } = await inspectServer(db);
  expect(name).toMatch(/^.+:\d*, timeline \d+, started \d{4}-/);
  expect(Math.abs(clockAheadMs)).toBeLessThan(60_000);
  const { clockAheadMs: behind } = await inspectServer(db, () => Date.now() - 300_000);
  expect(behind).toBeLessThan(-240_000);
  expect(behind).toBeGreaterThanOrEqual(-360_000);
});

test('a server that does not tell its timeline is looked at all the same', async () => {
  // Roles are the server's, which other specs share.
  const role = `no_timelines_${new URL(url).pathname.slice(1)}`;
  await onTestServer((client) => client.query(`create role ${role} login password '${role}'`));
  await db.raw('revoke execute on function pg_catalog.pg_walfile_name(pg_lsn) from public');
  const other = new URL(url);
  [other.username, other.password] = [role, role];
  const untold = openDatabase(other.href, 1);
  const { name, tellsTimeline, clockAheadMs } = await inspectServer(untold).finally(() => untold.destroy());
  expect([name, tellsTimeline]).toEqual([expect.stringMatching(/^.+:\d*, timeline not told, started \d{4}-/), false]);
  expect(Math.abs(clockAheadMs)).toBeLessThan(60_000);
  expect(await inspectServer(db)).toMatchObject({ tellsTimeline: true });
  await onTestServer((client) => client.query(`drop role ${role}`));
});
