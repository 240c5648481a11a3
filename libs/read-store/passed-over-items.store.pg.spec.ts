import { freshDatabase } from '../../test/setup/fresh-database';
import { countPassedOver, isPassedOver, migrate, openDatabase, passOver, readStoreMigrations, type Database } from '.';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 2);
  await migrate(db, readStoreMigrations);
});
afterAll(() => db.destroy());
beforeEach(() => db('read_store.passed_over_item').delete());

const isLeftAlone = async (task: string, item: string) =>
  (await db.raw(`select ${isPassedOver(task, '?::text')} as passed`, [item])).rows[0].passed;
const now = async (): Promise<Date> => (await db.raw('select clock_timestamp() as now')).rows[0].now;
const retryAt = async (item: string): Promise<Date> => (await db('read_store.passed_over_item').where({ item }).first('retry_at')).retry_at;

describe('an item that fails by itself', () => {
  it('is left alone, for longer with every failure, and no other is', async () => {
    for (const seconds of [2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600]) {
      const before = await now();
      await passOver(db, 'expire', 'a', new Error(`broken\0 ${'x'.repeat(1_000)}`));
      const [failedAt, after] = [new Date((await retryAt('a')).getTime() - seconds * 1_000), await now()];
      expect({ seconds, wait: failedAt >= before && failedAt <= after }).toEqual({ seconds, wait: true });
    }
    expect([await isLeftAlone('expire', 'a'), await isLeftAlone('expire', 'b'), await isLeftAlone('offer', 'a')]).toEqual([
      true,
      false,
      false,
    ]);
    const { failures, last_error } = await db('read_store.passed_over_item').first();
    expect([failures, [...last_error].length]).toEqual([12, 300]);
  });

  it('is counted while it fails, and forgotten an hour after it was to be tried again', async () => {
    const failedBefore = (item: string, seconds: number) =>
      db('read_store.passed_over_item')
        .where({ item })
        .update({ retry_at: db.raw(`clock_timestamp() - ? * interval '1 second'`, [seconds]) });
    for (const item of ['now', 'mended', 'long ago']) await passOver(db, 'expire', item, new Error('broken'));
    await failedBefore('mended', 61);
    await failedBefore('long ago', 3_601);
    expect(await countPassedOver(db)).toEqual(new Map([['expire', 1]]));
    await passOver(db, 'offer', 'another', new Error('broken'));
    expect(await countPassedOver(db)).toEqual(
      new Map([
        ['expire', 1],
        ['offer', 1],
      ]),
    );
    expect((await db('read_store.passed_over_item').pluck('item')).sort()).toEqual(['another', 'mended', 'now']);
  });

  it('is not blamed for what all of them meet alike', async () => {
    const unavailable = Object.assign(new Error('down'), { name: 'StoreUnavailable' });
    const unreachable = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    for (const error of [unavailable, unreachable]) await expect(passOver(db, 'expire', 'a', error)).rejects.toBe(error);
    expect(await countPassedOver(db)).toEqual(new Map());
  });
});
