import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { randomBytes, randomUUID } from 'node:crypto';
import { freshDatabase } from '../../test/setup/fresh-database';
import { forgetSubject } from './forgotten-subjects.store';
import { masterKeys } from './master-keys';
import { rewrapVault } from './rewrap-vault';
import { CannotUnseal, unseal } from './seal';
import { openSubjectSealers } from './subject-sealers';
import { vaultMigrations } from './vault.migrations';

let db: Database;
const master = randomBytes(32);

beforeAll(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, [...readStoreMigrations, ...vaultMigrations]);
});
afterAll(() => db.destroy());

const sealers = () => openSubjectSealers(db, masterKeys(master));
const anybody = () => `organization:${randomUUID()}`;
const text = Buffer.from('Blue door');

it('makes one key for a subject, however many ask first at once', async () => {
  const subject = anybody();
  const all = await Promise.all(Array.from({ length: 20 }, () => sealers().toSeal(subject)));
  const opener = (await sealers().toOpen([subject])).get(subject);
  for (const sealer of all) expect(opener?.open(sealer?.seal(text, 'here') ?? text, 'here')).toEqual(text);
});

it('opens at its place only, and not for another subject', async () => {
  const [one, other] = [anybody(), anybody()];
  const sealed = (await sealers().toSeal(one))?.seal(text, 'here') ?? text;
  await sealers().toSeal(other);
  const opened = await sealers().toOpen([one, other, anybody()]);
  expect([...opened.keys()].sort()).toEqual([one, other].sort());
  expect(() => opened.get(one)?.open(sealed, 'there')).toThrow('cannot be opened');
  expect(() => opened.get(other)?.open(sealed, 'here')).toThrow('cannot be opened');
});

it('gives keys away for one context each, the same ones each time, and none that opens anything', async () => {
  const [one, other] = [anybody(), anybody()];
  const sealed = (await sealers().toSeal(one))?.seal(text, 'here') ?? text;
  await sealers().toSeal(other);
  const [first, again] = await Promise.all([1, 2].map(async () => (await sealers().toOpen([one, other])).get(one)));
  const keys = [first?.keyFor('here'), first?.keyFor('there'), (await sealers().toOpen([other])).get(other)?.keyFor('here')];
  expect(again?.keyFor('here')).toEqual(keys[0]);
  expect(new Set(keys.map((key) => key?.toString('hex'))).size).toBe(3);
  for (const key of keys) expect(() => unseal(key ?? text, sealed, 'here')).toThrow(CannotUnseal);
});

it('gives a forgotten subject no key again', async () => {
  const subject = anybody();
  await sealers().toSeal(subject);
  await forgetSubject(db, subject);
  expect(await sealers().toSeal(subject)).toBeNull();
  expect((await sealers().toOpen([subject])).size).toBe(0);
});

it('opens under another master key what was sealed before the rotation', async () => {
  const subject = anybody();
  const sealed = (await sealers().toSeal(subject))?.seal(text, 'here') ?? text;
  const rotated = masterKeys(randomBytes(32), [master]);
  await rewrapVault(db, rotated);
  const opener = (await openSubjectSealers(db, rotated).toOpen([subject])).get(subject);
  expect(opener?.open(sealed, 'here')).toEqual(text);
});

it('refuses a read without bound', async () => {
  await expect(sealers().toOpen(Array.from({ length: 1_001 }, anybody))).rejects.toThrow('at most 1000');
});
