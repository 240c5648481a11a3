import { openDatabase, type Database, migrate, readStoreMigrations } from '@pps/read-store';
import { randomBytes, randomUUID } from 'node:crypto';
import { freshDatabase } from '../../test/setup/fresh-database';
import { masterKeys, UnknownMasterKey } from './master-keys';
import { rewrapVault, readMasterKeyUsage } from './rewrap-vault';
import { vaultMigrations } from './vault.migrations';
import { openVault, type Vault } from './vault.store';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const [onlyOld, onlyNew] = [masterKeys(oldKey), masterKeys(newKey)];
const [oldFirst, newFirst] = [masterKeys(oldKey, [newKey]), masterKeys(newKey, [oldKey])];

let db: Database;

beforeEach(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, [...readStoreMigrations, ...vaultMigrations]);
});
afterEach(() => db.destroy());

const fill = (vault: Vault, many: number) =>
  Promise.all(Array.from({ length: many }, (_, index) => vault.put(`user:${randomUUID()}`, 'profile', index)));
const opened = async (vault: Vault, refs: readonly string[]) => [...(await vault.getMany<number>(refs)).values()].sort((a, b) => a - b);

describe('a change of the master key', () => {
  it('leaves what opens with the new key alone, and nothing that opens with the old one', async () => {
    const refs = await fill(openVault(db, onlyOld), 25);
    const batches: number[] = [];
    expect(await rewrapVault(db, newFirst, { atOnce: 10, onBatch: (done) => batches.push(done) })).toBe(25);
    expect(batches).toEqual([10, 20, 25]);
    expect(await readMasterKeyUsage(db)).toEqual([{ masterKeyId: onlyNew.currentId, subjects: 25 }]);
    expect(await opened(openVault(db, onlyNew), refs)).toEqual(Array.from({ length: 25 }, (_, index) => index));
    for (const ref of refs) await expect(openVault(db, onlyOld).get(ref)).rejects.toThrow(UnknownMasterKey);
    expect(await rewrapVault(db, newFirst)).toBe(0);
  });

  it('goes on where it stopped', async () => {
    const refs = await fill(openVault(db, onlyOld), 25);
    const stopped = rewrapVault(db, newFirst, {
      atOnce: 10,
      onBatch: () => {
        throw new Error('stopped');
      },
    });
    await expect(stopped).rejects.toThrow('stopped');
    expect((await readMasterKeyUsage(db)).map(({ subjects }) => subjects).sort((a, b) => a - b)).toEqual([10, 15]);
    for (const keys of [oldFirst, newFirst]) expect(await opened(openVault(db, keys), refs)).toHaveLength(25);
    expect(await rewrapVault(db, newFirst)).toBe(15);
    expect(await opened(openVault(db, onlyNew), refs)).toHaveLength(25);
  });

  it('goes on beside processes that know both keys, whichever of them is theirs', async () => {
    const vaults = [openVault(db, oldFirst), openVault(db, newFirst)];
    const subjects = Array.from({ length: 40 }, () => `account:${randomUUID()}`);
    for (const subject of subjects) await vaults[0]?.put(subject, 'token', 'first');
    let ended = false;
    const refs: string[] = [];
    const traffic = vaults.map(async (vault) => {
      while (!ended)
        for (const subject of [...subjects, `account:${randomUUID()}`]) {
          const ref = await vault.put(subject, 'token', subject);
          refs.push(ref);
          expect(await vault.get(ref)).toBe(subject);
        }
    });
    let rewrapped = 0;
    while (rewrapped < 60) rewrapped += await rewrapVault(db, newFirst, { atOnce: 3 });
    ended = true;
    await Promise.all(traffic);
    await rewrapVault(db, newFirst);
    expect((await readMasterKeyUsage(db)).map(({ masterKeyId }) => masterKeyId)).toEqual([onlyNew.currentId]);
    for (let from = 0; from < refs.length; from += 1_000) {
      const some = refs.slice(from, from + 1_000);
      expect((await openVault(db, onlyNew).getMany(some)).size).toBe(some.length);
    }
  });

  it('does not bring back who was forgotten meanwhile', async () => {
    const vault = openVault(db, onlyOld);
    const ref = await vault.put('user:ada', 'profile', 'Ada');
    await Promise.all([rewrapVault(db, newFirst), vault.forget('user:ada')]);
    expect(await openVault(db, newFirst).get(ref)).toBeNull();
    expect(await readMasterKeyUsage(db)).toEqual([]);
  });
});
