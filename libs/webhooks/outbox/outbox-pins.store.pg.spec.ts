import { newId } from '@pps/kernel';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { webhooksMigrations } from '../webhooks.migrations';
import type { OutboxPin } from './outbox-pin';
import { forgetOldPins, outboxPinTable } from './outbox-pins.store';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, [...readStoreMigrations, ...webhooksMigrations]);
});
afterAll(() => db.destroy());

const pinOf = (changes: Partial<OutboxPin> = {}): OutboxPin => ({
  pinId: newId(),
  revision: 0,
  accountId: newId(),
  boardId: '813744226420000001',
  title: 'Blue door 🚪',
  scheduleId: null,
  importJobId: null,
  ...changes,
});

test('pins are given as they were stored, those that are unknown not at all', async () => {
  const pins = [pinOf(), pinOf({ scheduleId: newId(), importJobId: newId() })];
  await outboxPinTable(db).save(pins, []);
  const loaded = await outboxPinTable(db).load([...pins.map(({ pinId }) => pinId), newId()]);
  expect(new Set(loaded)).toEqual(new Set(pins));
});

test('what has been seen later stays, whoever saves last, and what has ended is gone', async () => {
  const table = outboxPinTable(db);
  const [pin, ended] = [pinOf(), pinOf()];
  const later = { ...pin, revision: 4, title: 'Changed' };
  await table.save([pin, ended], []);
  await table.save([later], [ended.pinId]);
  await table.save([{ ...pin, revision: 3 }], []);
  expect(await table.load([pin.pinId, ended.pinId])).toEqual([later]);
});

test('a title that PostgreSQL refuses is stored without what it refuses', async () => {
  const pin = pinOf({ title: 'a\u0000b \ud800 c' });
  await outboxPinTable(db).save([pin], []);
  expect((await outboxPinTable(db).load([pin.pinId]))[0]?.title).toMatch(/^a.b . c$/);
});

test('pins are forgotten after 90 days, a thousand at once', async () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  const pin = pinOf();
  await db('webhooks.outbox_pin').delete();
  await db.raw(
    `insert into webhooks.outbox_pin (pin_id, revision, account_id, board_id, title)
     select gen_random_uuid(), 0, gen_random_uuid(), '1', 'Old' from generate_series(1, 1500)`,
  );
  expect(await forgetOldPins(db, days(89))).toBe(0);
  expect([await forgetOldPins(db, days(91)), await forgetOldPins(db, days(91)), await forgetOldPins(db, days(91))]).toEqual([
    1_000, 500, 0,
  ]);
  await outboxPinTable(db).save([pin], []);
  expect(await outboxPinTable(db).load([pin.pinId])).toEqual([pin]);
});
