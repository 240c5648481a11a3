import { newId } from '@pps/kernel';
import { AttemptWindows, rateLimitsMigrations } from '@pps/rate-limits';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { randomBytes } from 'node:crypto';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { identityMigrations } from '../identity.migrations';
import { findDeviceOfCode, type ApproveDeviceDeps } from './approve-device-sign-in';
import { requestDeviceSignIn } from './request-device-sign-in';

const keys = { API_KEY_HASH_KEY: randomBytes(32) } as never;
const clock = () => new Date('2026-02-05T09:00:00.000Z');
const limited = expect.objectContaining({ code: 'rate_limited', context: { retry_after_seconds: expect.any(Number) } });

let db: Database;
let app: ApproveDeviceDeps;
let userCode: string;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 4);
  await migrate(db, [...readStoreMigrations, ...rateLimitsMigrations, ...identityMigrations]);
  app = { db, keys, clock, attemptWindows: new AttemptWindows(db, randomBytes(32)) } as unknown as ApproveDeviceDeps;
  const client = { id: 'pps-cli', name: 'pps' };
  ({ userCode } = await requestDeviceSignIn({ db, keys, clock }, { client, machine: '', address: '192.0.2.1' }));
});
afterAll(() => db.destroy());

const tryCode = (code: string, userId: string) => findDeviceOfCode(app, code, userId).catch((error: unknown) => error);

test('after ten codes a right one is refused too, also when many come at once', async () => {
  const [guesser, another] = [newId(), newId()];
  for (let n = 0; n < 10; n++) expect(await tryCode('BCDF-GHJK', guesser)).toBeNull();
  expect(await tryCode(userCode, guesser)).toEqual(limited);
  expect(await tryCode(userCode, another)).toMatchObject({ clientId: 'pps-cli' });
  const guesses = await Promise.all(Array.from({ length: 40 }, () => tryCode('BCDF-GHJK', another)));
  expect(guesses.filter((answer) => answer === null)).toHaveLength(9);
});

test('wrong codes of all people refuse wrong codes, and keep nobody from his own', async () => {
  for (let n = 0; n < 1_000; n++) await app.attemptWindows.count({ subject: 'wrong device codes' }, 600_000);
  expect(await tryCode('BCDF-GHJK', newId())).toEqual(limited);
  expect(await tryCode(userCode, newId())).toMatchObject({ clientId: 'pps-cli' });
});
