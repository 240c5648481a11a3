import { newId } from '@pps/kernel';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { workspacesMigrations } from '../workspaces.migrations';
import {
  dropDeletion,
  dueForgettings,
  findForgetting,
  listForgettings,
  noteDeletion,
  noteForgetting,
  postponeForgetting,
  restartForgettings,
  saveForgetting,
} from './forgettings.store';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, [...readStoreMigrations, ...workspacesMigrations]);
});
beforeEach(() => db('workspaces.forgetting').delete());
afterAll(() => db.destroy());

const someone = () => ({ organizationId: newId(), ownerUserId: newId(), forgottenAt: '2026-02-01T09:00:00.000Z' });
const dueIds = async (most = 20) => (await dueForgettings(db, most)).map(({ organizationId }) => organizationId);

test('what could not go on waits, longer each time, and holds up nobody', async () => {
  const [stuck, other] = [someone(), someone()];
  for (const each of [stuck, stuck, other]) await noteForgetting(db, each);
  expect(await dueIds()).toHaveLength(2);
  for (let n = 0; n < 8; n++) await postponeForgetting(db, stuck.organizationId, new Error(`it says \0 ${'x'.repeat(2_000)}`));
  expect(await dueIds()).toEqual([other.organizationId]);
  const { failures, lastError, step } = (await findForgetting(db, stuck.ownerUserId)) ?? {};
  expect([failures, lastError?.length, step]).toEqual([8, 500, 'access']);
  const [{ seconds }] = (await db.raw('select extract(epoch from max(next_try_at) - now())::float as seconds from workspaces.forgetting'))
    .rows;
  // 128 or 256 s, less what has passed of them.
  expect(seconds).toBeGreaterThan(1);
  expect(seconds).toBeLessThanOrEqual(256);
  for (let n = 0; n < 60; n++) await postponeForgetting(db, stuck.organizationId, 'still');
  const [{ most }] = (await db.raw('select extract(epoch from max(next_try_at) - now())::float as most from workspaces.forgetting')).rows;
  expect(most).toBeLessThanOrEqual(600);
});

test('progress is stored, goes behind the others, and ends; a restore begins again', async () => {
  const [one, other] = [someone(), someone()];
  for (const each of [one, other]) await noteForgetting(db, each);
  const nextLeaves = { [newId()]: 500 };
  await saveForgetting(db, one.organizationId, { step: 'resources', nextLeaves, completed: false, pauseMs: 0 });
  expect(await dueIds()).toEqual([other.organizationId, one.organizationId]);
  expect(await findForgetting(db, one.organizationId)).toMatchObject({ step: 'resources', nextLeaves, completedAt: null });
  await saveForgetting(db, one.organizationId, { step: 'keys', nextLeaves, completed: true, pauseMs: 0 });
  expect(await dueIds()).toEqual([other.organizationId]);
  expect((await listForgettings(db, 10)).map(({ organizationId }) => organizationId)).toEqual([other.organizationId, one.organizationId]);
  await noteForgetting(db, one);
  expect((await findForgetting(db, one.organizationId))?.completedAt).not.toBeNull();
  expect(await restartForgettings(db)).toBe(2);
  expect(await findForgetting(db, one.organizationId)).toMatchObject({ step: 'access', nextLeaves: {}, completedAt: null });
});

test('a deletion waits for its time, can be taken back, and gives way to a forgetting at once', async () => {
  const [one, other] = [someone(), someone()];
  const dueAt = '2999-01-01T00:00:00.000Z';
  for (const each of [one, other]) await noteDeletion(db, { ...each, dueAt });
  expect(await dueIds()).toEqual([]);
  expect(await restartForgettings(db)).toBe(0);
  await dropDeletion(db, one.ownerUserId);
  expect(await findForgetting(db, one.organizationId)).toBeNull();
  await noteForgetting(db, other);
  expect(await dueIds()).toEqual([other.organizationId]);
  await dropDeletion(db, other.ownerUserId);
  await noteDeletion(db, { ...other, dueAt });
  expect(await findForgetting(db, other.organizationId)).toMatchObject({ step: 'access', forgottenAt: other.forgottenAt });
});

test('of 2,001 that wait as many are read as are asked for', async () => {
  const row = () => ({ organization_id: newId(), owner_user_id: newId(), forgotten_at: '2026-02-01T09:00:00.000Z' });
  await db.batchInsert('workspaces.forgetting', Array.from({ length: 2_001 }, row));
  expect(await dueIds()).toHaveLength(20);
});
