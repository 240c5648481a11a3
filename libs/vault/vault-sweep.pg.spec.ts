import { openDatabase, type Database, migrate, readStoreMigrations } from '@pps/read-store';
import { randomBytes, randomUUID } from 'node:crypto';
import { freshDatabase } from '../../test/setup/fresh-database';
import { vaultMigrations } from './vault.migrations';
import { openVault, type Vault } from './vault.store';
import { sweepVault, type VaultSweepDeps } from './vault-sweep';

let db: Database;
let vault: Vault;

beforeAll(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, [...readStoreMigrations, ...vaultMigrations]);
  vault = openVault(db, randomBytes(32));
});
beforeEach(() => db('vault.subject_key').delete());
afterAll(() => db.destroy());

const errors: unknown[] = [];
const sweeping = (isNamed: VaultSweepDeps['isNamed']): VaultSweepDeps => ({
  db,
  isNamed,
  pause: () => Promise.resolve(),
  onError: (error) => errors.push(error),
});
const never = new AbortController().signal;
const age = (subject: string) =>
  db('vault.entry')
    .where({ subject })
    .update({ created_at: db.raw(`now() - interval '25 hours'`) });

async function storeAged(subject: string): Promise<string> {
  const ref = await vault.put(subject, 'user_profile', { subject });
  await age(subject);
  return ref;
}

it('forgets what nothing names, leaves what the log names, and leaves alone what is younger than a day', async () => {
  const [lost, named, young] = [`user:${randomUUID()}`, `user:${randomUUID()}`, `user:${randomUUID()}`];
  const refs = [await storeAged(lost), await storeAged(named), await vault.put(young, 'user_profile', {})];
  expect(
    await sweepVault(
      sweeping(async (subject) => subject === named),
      never,
    ),
  ).toBe(1);
  expect([...(await vault.getMany(refs)).keys()]).toEqual(expect.arrayContaining(refs.slice(1)));
  expect(await vault.get(refs[0] ?? '')).toBeNull();
});

it('walks through more subjects than it takes at once', async () => {
  const subjects = Array.from({ length: 201 }, (_, index) => `user:${String(index).padStart(4, '0')}`);
  for (const subject of subjects) await storeAged(subject);
  const seen: string[] = [];
  await sweepVault(
    sweeping(async (subject) => {
      seen.push(subject);
      return true;
    }),
    never,
  );
  expect(seen).toEqual(subjects);
});

it('spares a subject to which something is added while it is checked', async () => {
  const subject = `account:${randomUUID()}`;
  await storeAged(subject);
  let added = '';
  const isNamed = async () => {
    added = await vault.put(subject, 'token', { access_token: 'fresh' });
    return false;
  };
  expect(await sweepVault(sweeping(isNamed), never)).toBe(0);
  expect(await vault.get(added)).toEqual({ access_token: 'fresh' });
});

it('goes on where one subject cannot be checked', async () => {
  const [dark, lost] = ['user:a', 'user:b'];
  const refs = [await storeAged(dark), await storeAged(lost)];
  const isNamed = async (subject: string) => {
    if (subject === dark) throw new Error('the log does not answer');
    return false;
  };
  expect(await sweepVault(sweeping(isNamed), never)).toBe(1);
  expect(errors.splice(0)).toEqual([new Error('the log does not answer')]);
  expect([...(await vault.getMany(refs)).keys()]).toEqual([refs[0]]);
});
