import { newId } from '@pps/kernel';
import { openDatabase, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { AccountMutex } from './account-mutex';

const poolSize = 2;
let databases: Database[];

beforeAll(async () => {
  const url = await freshDatabase();
  databases = [openDatabase(url, poolSize), openDatabase(url, poolSize)];
});
afterAll(() => Promise.all(databases.map((db) => db.destroy())));

const processes = () => databases.map((db) => ({ db, mutex: new AccountMutex(db, { DATABASE_POOL_SIZE: poolSize }) }));

describe('the mutex of an account', () => {
  it('is held by one at a time over all processes, also with few connections and work that needs one', async () => {
    const accountId = newId();
    let inside = 0;
    let most = 0;
    const work = async (db: Database) => {
      most = Math.max(most, ++inside);
      await db.raw('select pg_sleep(0.01)');
      inside--;
    };
    const works = processes().flatMap(({ db, mutex }) => Array.from({ length: 10 }, () => mutex.runExclusive(accountId, () => work(db))));
    await Promise.all(works);
    expect(most).toBe(1);
  });

  it('is held for as long as its work takes, longer than a transaction may idle otherwise', async () => {
    const accountId = newId();
    let [inside, most] = [0, 0];
    const work = async (db: Database) => {
      most = Math.max(most, ++inside);
      await db.raw('select pg_sleep(5)');
      inside--;
      return 'done';
    };
    const done = processes().map(({ db, mutex }) => mutex.runExclusive(accountId, () => work(db)));
    expect([await Promise.all(done), most]).toEqual([['done', 'done'], 1]);
  });

  it('is free again after work that failed', async () => {
    const accountId = newId();
    const [one, other] = processes();
    await expect(one?.mutex.runExclusive(accountId, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await other?.mutex.runExclusive(accountId, async () => 'held')).toBe('held');
  });
});
