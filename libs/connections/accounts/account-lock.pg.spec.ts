import { newId } from '@pps/kernel';
import { openDatabase, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { AccountLock } from './account-lock';

const poolSize = 2;
let databases: Database[];

beforeAll(async () => {
  const url = await freshDatabase();
  databases = [openDatabase(url, poolSize), openDatabase(url, poolSize)];
});
afterAll(() => Promise.all(databases.map((db) => db.destroy())));

const processes = () => databases.map((db) => ({ db, lock: new AccountLock(db, { DATABASE_POOL_SIZE: poolSize }) }));

describe('the lock of an account', () => {
  it('is held by one at a time over all processes, also with few connections and work that needs one', async () => {
    const accountId = newId();
    let inside = 0;
    let most = 0;
    const work = async (db: Database) => {
      most = Math.max(most, ++inside);
      await db.raw('select pg_sleep(0.01)');
      inside--;
    };
    const turns = processes().flatMap(({ db, lock }) => Array.from({ length: 10 }, () => lock.hold(accountId, () => work(db))));
    await Promise.all(turns);
    expect(most).toBe(1);
  });

  it('is free again after work that failed', async () => {
    const accountId = newId();
    const [one, other] = processes();
    await expect(one?.lock.hold(accountId, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await other?.lock.hold(accountId, async () => 'held')).toBe('held');
  });
});
