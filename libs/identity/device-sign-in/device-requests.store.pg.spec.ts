import { newId } from '@pps/kernel';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { randomBytes } from 'node:crypto';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { identityMigrations } from '../identity.migrations';
import { codeHash } from './device-codes';
import { addDeviceRequest, deleteEndedDevices, denyDevice, findWaitingDevice, noteApproval, notePoll } from './device-requests.store';
import { requestDeviceSignIn } from './request-device-sign-in';

const begin = Date.parse('2026-02-05T09:00:00.000Z');
const at = (seconds: number) => new Date(begin + seconds * 1_000);

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 4);
  await migrate(db, [...readStoreMigrations, ...identityMigrations]);
});
afterAll(() => db.destroy());
beforeEach(() => db('identity.device_request').delete());

const add = async (seconds: number, network = 'n', { site = network, ...most }: { site?: string; all?: number } = {}) => {
  const requestId = newId();
  const codes = { userCodeHash: `u ${requestId}`, deviceCodeHash: `d ${requestId}` };
  const request = { requestId, ...codes, clientId: 'pps-cli', machine: 'm', address: '192.0.2.1', network, site };
  return {
    ...codes,
    requestId,
    refusal: await addDeviceRequest(
      db,
      { ...request, createdAt: at(seconds), expiresAt: at(seconds + 600) },
      { all: 1_000, ofNetwork: 50, ofSite: 200, ...most },
    ),
  };
};
const count = async () => Number((await db('identity.device_request').count())[0]?.count);

test('of one network fifty wait at most, also when many come at once, and room comes with time', async () => {
  const added = await Promise.all(Array.from({ length: 80 }, () => add(0)));
  expect(added.filter(({ refusal }) => refusal === null)).toHaveLength(50);
  expect((await add(0, 'another')).refusal).toBeNull();
  expect((await add(601)).refusal).toBeNull();
});

test('of one site two hundred wait at most, whatever its networks, and who is answered waits no more', async () => {
  const added = [];
  for (let n = 0; n < 210; n++) added.push(await add(0, `n${n}`, { site: 's' }));
  expect(added.filter(({ refusal }) => refusal === null)).toHaveLength(200);
  expect((await add(0, 'n')).refusal).toBeNull();
  await noteApproval(db, added[0]?.requestId ?? '', at(1));
  await denyDevice(db, added[1]?.requestId ?? '', at(1));
  const more = [await add(2, 'x', { site: 's' }), await add(2, 'x', { site: 's' }), await add(2, 'x', { site: 's' })];
  expect(more.map(({ refusal }) => refusal)).toEqual([null, null, 'of_network']);
});

test('at the bound of all the oldest of the fullest site makes room, never an approved one, and nothing for the fullest itself', async () => {
  const own = await add(0, 'own');
  const [approved, oldest] = [await add(1, 'flood'), await add(2, 'flood')];
  await noteApproval(db, approved.requestId, at(2));
  for (let n = 3; n < 8; n++) await add(n, 'flood', { all: 7 });
  const isWaiting = async ({ requestId }: { requestId: string }) =>
    (await findWaitingDevice(db, { request_id: requestId }, at(9))) !== null;
  expect(await count()).toBe(8);
  expect((await add(8, 'flood', { all: 7 })).refusal).toBe('of_all');
  expect((await add(8, 'another', { all: 7 })).refusal).toBeNull();
  expect([await isWaiting(own), await isWaiting(approved), await isWaiting(oldest)]).toEqual([true, true, false]);
  expect(await count()).toBe(8);
});

test('where ten thousand wait from everywhere nobody is pushed out, and what is over makes room', async () => {
  await db.raw(
    `insert into identity.device_request (request_id, user_code_hash, device_code_hash, client_id, machine, address, network, created_at, expires_at, poll_every_seconds)
     select gen_random_uuid(), 'u' || n, 'd' || n, 'pps-cli', '', '192.0.2.1', 'n' || n, cast(:now as timestamptz) + n * interval '1 ms', cast(:now as timestamptz) + interval '9 min', 5
     from generate_series(1, 10000) n`,
    { now: at(0) },
  );
  expect((await add(20, 'own', { all: 10_000 })).refusal).toBe('of_all');
  expect(await count()).toBe(10_000);
  expect((await add(541, 'own', { all: 10_000 })).refusal).toBeNull();
  while ((await deleteEndedDevices(db, at(1_800))) > 0);
  expect(await count()).toBe(0);
});

test('a poll within five seconds of the last is too fast and makes the interval longer', async () => {
  const { deviceCodeHash } = await add(0);
  const isTooFast = async (seconds: number) => (await notePoll(db, deviceCodeHash, at(seconds)))?.isTooFast;
  expect([await isTooFast(1), await isTooFast(6), await isTooFast(8), await isTooFast(17), await isTooFast(27)]).toEqual([
    ...[false, false, true, true, true],
  ]);
  expect([await isTooFast(47), await isTooFast(200)]).toEqual([false, false]);
  const both = await Promise.all([notePoll(db, deviceCodeHash, at(300)), notePoll(db, deviceCodeHash, at(300))]);
  expect(both.map((poll) => poll?.isTooFast).sort()).toEqual([false, true]);
  expect(await notePoll(db, 'unknown', at(300))).toBeNull();
});

test('what is over or declined waits no more, and is told so for ten minutes', async () => {
  const [over, declined] = [await add(0), await add(0)];
  await denyDevice(db, declined.requestId, at(1));
  expect(await findWaitingDevice(db, { request_id: declined.requestId }, at(2))).toBeNull();
  expect((await notePoll(db, declined.deviceCodeHash, at(2)))?.isDenied).toBe(true);
  expect(await findWaitingDevice(db, { user_code_hash: over.userCodeHash }, at(599))).not.toBeNull();
  expect(await findWaitingDevice(db, { user_code_hash: over.userCodeHash }, at(600))).toBeNull();
  await deleteEndedDevices(db, at(1_199));
  expect((await notePoll(db, over.deviceCodeHash, at(1_199)))?.request.expiresAt).toEqual(at(600));
});

test('of the codes only keyed hashes are stored', async () => {
  const key = randomBytes(32);
  const app = { db, keys: { API_KEY_HASH_KEY: key } as never, clock: () => at(0) };
  const client = { id: 'pps-cli', name: 'pps' };
  const { deviceCode, userCode } = await requestDeviceSignIn(app, { client, machine: 'x'.repeat(500), address: '192.0.2.1' });
  const [row] = await db('identity.device_request').select();
  expect(JSON.stringify(row)).not.toContain(deviceCode);
  expect(JSON.stringify(row)).not.toContain(userCode);
  expect(row).toMatchObject({ device_code_hash: codeHash(deviceCode, key), machine: 'x'.repeat(64) });
});
