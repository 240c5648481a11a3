import { masterKeys, openVault, UnknownMasterKey, readMasterKeyUsage } from '@pps/vault';
import { newId } from '@pps/kernel';
import { findFreePort } from '@pps/embedded';
import { openDatabase, type Database } from '@pps/read-store';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { pinctl } from '../projections/pinctl';
import { readyApi, startSeparately, type SeparateProcesses } from '../separate-processes/separate-processes';
import { caller } from '../../setup/caller';
import { eventually } from '../../setup/eventually';
import { startCommand } from '../standalone/started-program';
import { startTraffic, type Traffic } from './traffic';

const text = () => randomBytes(32).toString('base64');
const [oldKey, newKey] = [text(), text()];
const bytes = (key: string) => Buffer.from(key, 'base64');
const oldFirst = { MASTER_KEY: oldKey, MASTER_PREVIOUS_KEYS: newKey };
const newFirst = { MASTER_KEY: newKey, MASTER_PREVIOUS_KEYS: oldKey };
const only = (key: string) => ({ MASTER_KEY: key, MASTER_PREVIOUS_KEYS: '' });
const idOf = (key: string) => masterKeys(bytes(key)).currentId;
const others = 300;

let service: SeparateProcesses;
let db: Database;
let traffic: Traffic;
let refs: string[];

beforeAll(async () => {
  // The traffic is one flood: what is asked here is not who may ask how often.
  const unlimited = {
    REGISTRATIONS_PER_ADDRESS: '100000',
    LINK_USES_PER_ADDRESS: '100000',
    BOARD_LISTS_PER_PROJECT: '100000',
    PLATFORM_READS_ACCOUNT: '10000/1000',
    PLATFORM_READS_GLOBAL: '10000/1000',
  };
  const fast = { PACING_ACCOUNT: '1000/100', PACING_GLOBAL: '1000/100' };
  service = await startSeparately(1, { ...oldFirst, ...unlimited, ...fast, DEFAULT_PLAN: 'pro' });
  db = openDatabase(service.databaseUrl, 2);
  const vault = openVault(db, bytes(oldKey));
  refs = [];
  for (let n = 0; n < others; n++) refs.push(await vault.put(`user:${newId()}`, 'profile', n));
  traffic = await startTraffic(service);
});

afterAll(async () => {
  await traffic?.stop();
  await db?.destroy();
  await service?.stop();
});

const command = (settings: Readonly<Record<string, string>>, ...args: string[]) => pinctl({ ...service.settings, ...settings }, ...args);
/** What a check finds wrong with vault and keys; read models move while it reads. */
const unfitOf = async (settings: Readonly<Record<string, string>>) =>
  (await command(settings, 'backup', 'check')).stdout.split('\n').filter((line) => /^(vault|keys):/.test(line));
const underOld = async () => (await readMasterKeyUsage(db)).find(({ masterKeyId }) => masterKeyId === idOf(oldKey))?.subjects ?? 0;

/** Replaces every host that opens the vault, one after the other, without a moment in which none serves. */
async function restartWith(settings: Readonly<Record<string, string>>): Promise<void> {
  const port = await findFreePort();
  const api = service.start('api', { ...settings, PORT: String(port) });
  await readyApi(caller(port));
  traffic.turnTo(caller(port));
  await traffic.settled();
  for (const name of ['worker', 'orchestrator'] as const) {
    const next = service.start(name, settings);
    await hosts[name].stop();
    hosts[name] = next;
  }
  await hosts.api.stop();
  hosts.api = api;
}

let hosts: Record<'api' | 'worker' | 'orchestrator', { stop(): Promise<unknown> }>;

it('changes the master key while tokens are refreshed, pins published and names read, and loses nothing to a crash', async () => {
  const [api, worker, orchestrator] = [service.hosts.api[0], service.hosts.worker[0], service.hosts.orchestrator[0]];
  if (!api || !worker || !orchestrator) throw new Error('a host is missing');
  hosts = { api, worker, orchestrator };
  await restartWith(newFirst);
  const before = await underOld();
  expect(before).toBeGreaterThan(others);

  // So that it cannot come to its end before it is killed, however late that is.
  const barrier = await db.transaction();
  await barrier.raw('set local idle_in_transaction_session_timeout = 0');
  await barrier.raw('select 1 from vault.subject_key where subject = (select subject from vault.entry where ref = ?) for update', [
    refs[others / 2] ?? '',
  ]);
  const killed = startCommand([process.execPath, resolve('scripts/pinctl.mjs'), 'vault', 'rotate', '--batch', '3'], {
    ...service.settings,
    ...newFirst,
  });
  await eventually('the first batch', async () => (killed.stdout.length > 0 ? true : undefined));
  killed.process.kill('SIGKILL');
  expect(await killed.ended).toBe('SIGKILL');
  await barrier.rollback();
  const left = await underOld();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(before);
  expect((await command(newFirst, 'vault', 'status')).stdout).toMatch(
    /MASTER_KEY\n.*one of MASTER_PREVIOUS_KEYS|MASTER_PREVIOUS_KEYS\n.*MASTER_KEY/,
  );
  expect(await unfitOf(newFirst)).toEqual([]);
  await traffic.goneRound();

  const rotated = await command(newFirst, 'vault', 'rotate');
  expect(rotated).toMatchObject({ code: 0, stdout: expect.stringContaining('the vault needs no other key now') });
  expect(await underOld()).toBe(0);
  expect((await command(newFirst, 'vault', 'rotate')).stdout).toContain('0 subjects were put');
  await traffic.goneRound();

  await restartWith(only(newKey));
  await traffic.goneRound();
  const { failures, ...done } = await traffic.stop();
  expect({ failures: failures.slice(0, 5), log: service.log.slice(0, 5) }).toEqual({ failures: [], log: [] });
  expect(Object.values(done).filter((count) => count < 6)).toEqual([]);

  const [old, fresh] = [openVault(db, bytes(oldKey)), openVault(db, bytes(newKey))];
  expect((await fresh.getMany(refs)).size).toBe(others);
  for (const ref of refs.slice(0, 20)) await expect(old.get(ref)).rejects.toThrow(UnknownMasterKey);
  expect(await unfitOf(only(newKey))).toEqual([]);
  expect(await command(only(oldKey), 'backup', 'check')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('the data was written with other keys: MASTER_KEY'),
  });
}, 600_000);
