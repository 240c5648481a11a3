import { openDatabase, type Database, migrate, readStoreMigrations } from '@pps/read-store';
import { randomBytes, randomUUID } from 'node:crypto';
import { freshDatabase } from '../../test/setup/fresh-database';
import { CannotUnseal } from './seal';
import { vaultMigrations } from './vault.migrations';
import { openVault, type Vault } from './vault.store';

let db: Database;
let vault: Vault;

beforeAll(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, [...readStoreMigrations, ...vaultMigrations]);
  vault = openVault(db, randomBytes(32));
});
afterAll(() => db.destroy());

const someone = () => `user:${randomUUID()}`;

describe('the vault', () => {
  it('gives back what was put, one at a time or many at once', async () => {
    const refs = [await vault.put(someone(), 'profile', { name: 'Ada' }), await vault.put(someone(), 'profile', { name: 'Bob' })];
    expect(await vault.get(refs[0] ?? '')).toEqual({ name: 'Ada' });
    const many = await vault.getMany([...refs, randomUUID()]);
    expect(refs.map((ref) => many.get(ref))).toEqual([{ name: 'Ada' }, { name: 'Bob' }]);
    expect(many.size).toBe(2);
    expect(await vault.getMany([])).toEqual(new Map());
  });

  it('refuses a read without bound', async () => {
    await expect(vault.getMany(Array.from({ length: 1_001 }, () => randomUUID()))).rejects.toThrow('at most 1000');
  });

  it('knows the newest of a kind', async () => {
    const subject = someone();
    await vault.put(subject, 'token', 1);
    const newest = await vault.put(subject, 'token', 2);
    await vault.put(subject, 'profile', 3);
    expect(await vault.newest(subject, 'token')).toEqual({ ref: newest, value: 2 });
    expect(await vault.newest(someone(), 'token')).toBeNull();
  });

  it('drops a kind, or all of it but one, and nothing of others', async () => {
    const [subject, other] = [someone(), someone()];
    const old = await vault.put(subject, 'token', 1);
    const current = await vault.put(subject, 'token', 2);
    const profile = await vault.put(subject, 'profile', 3);
    const foreign = await vault.put(other, 'token', 4);
    const left = async () => [...(await vault.getMany([old, current, profile, foreign])).values()].sort();
    await vault.drop(subject, 'token', current);
    expect(await left()).toEqual([2, 3, 4]);
    await vault.drop(subject, 'token');
    expect(await left()).toEqual([3, 4]);
  });

  it('forgets a person, and stores nothing in the clear', async () => {
    const subject = someone();
    const ref = await vault.put(subject, 'profile', { name: 'Cassandra' });
    const { rows } = await db.raw<{ rows: { ciphertext: Buffer }[] }>('select ciphertext from vault.entry where ref = ?', [ref]);
    expect(rows[0]?.ciphertext.includes('Cassandra')).toBe(false);
    await vault.forget(subject);
    expect(await vault.get(ref)).toBeNull();
    expect(await vault.get(await vault.put(subject, 'profile', { name: 'Dora' }))).toEqual({ name: 'Dora' });
  });

  it('does not seal with a key that another process has dropped meanwhile', async () => {
    const [masterKey, subject] = [randomBytes(32), someone()];
    const [one, other] = [openVault(db, masterKey), openVault(db, masterKey)];
    await one.put(subject, 'token', 1);
    await other.forget(subject);
    await other.put(subject, 'token', 2);
    expect(await other.get(await one.put(subject, 'token', 3))).toBe(3);
    expect(await other.newest(subject, 'token')).toMatchObject({ value: 3 });
  });

  it('opens nothing with another master key, nor a value that was moved to another row', async () => {
    const subject = someone();
    const [one, two] = [await vault.put(subject, 'profile', 1), await vault.put(subject, 'profile', 2)];
    await expect(openVault(db, randomBytes(32)).get(one)).rejects.toThrow();
    await db.raw('update vault.entry set ciphertext = (select ciphertext from vault.entry where ref = ?) where ref = ?', [one, two]);
    await expect(vault.get(two)).rejects.toThrow(CannotUnseal);
    await db.raw(`update vault.entry set ciphertext = '\\x00' where ref = ?`, [two]);
    await expect(vault.get(two)).rejects.toThrow(CannotUnseal);
  });
});
