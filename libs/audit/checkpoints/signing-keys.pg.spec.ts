import { newId } from '@pps/kernel';
import { openDatabase, type Database } from '@pps/read-store';
import { openVault, type Vault } from '@pps/vault';
import { randomBytes } from 'node:crypto';
import { migratedDatabase } from '../../../test/setup/migrated-database';
import { ensureSigningKey, readSigningKey, readVerifyingKeys } from './signing-keys.store';

let db: Database;
beforeAll(async () => (db = openDatabase(await migratedDatabase())));
afterAll(() => db.destroy());

it('is made once by hosts that start at once, is there before anything is signed, and then signs', async () => {
  const vault = openVault(db, randomBytes(32));
  const stored = new Set<string>();
  const counted: Vault = {
    ...vault,
    put: async (...entry) => {
      const ref = await vault.put(...entry);
      stored.add(ref);
      return ref;
    },
    remove: (refs) => {
      for (const ref of refs) stored.delete(ref);
      return vault.remove(refs);
    },
  };
  const at = new Date('2026-11-20T10:00:00.000Z');
  await Promise.all(Array.from({ length: 4 }, () => ensureSigningKey(db, counted, at)));
  const [key, ...others] = await readVerifyingKeys(db);
  expect([key?.createdAt, others]).toEqual([at, []]);
  expect(stored.size).toBe(1);
  const signing = await readSigningKey(db, vault, new Date());
  expect([signing.keyId, signing.sign(newId())]).toEqual([key?.keyId, expect.any(Buffer)]);
});
