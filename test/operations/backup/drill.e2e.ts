import { startEventStore, type Part } from '@pps/embedded';
import { ImportBodies } from '@pps/imports';
import { newId } from '@pps/kernel';
import { openDatabase, runProcess, runProjector, type Database } from '@pps/read-store';
import { forgetWorkspace, rememberForgotten, runForgetting } from '@pps/use-cases';
import { findForgetting } from '@pps/workspaces';
import { openEventStore } from '@pps/event-store';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projections } from '@projections/index';
import { forgettingDeps } from '../../../apps/orchestrator/forgetting';
import { openWorkspace, pinOf, type Workspace } from '../../campaigns/traffic/workspace';
import { pinctl } from '../projections/pinctl';
import { logIn, register, type Account } from '../../setup/account';
import { eventually } from '../../setup/eventually';
import { freshDatabase } from '../../setup/fresh-database';
import { startPlatformService, type PlatformService } from '../../setup/platform-service';
import { connectPlatformUser } from '../../setup/platform-user';
import { startService } from '../../setup/running-service';
import { startProgram } from '../standalone/started-program';
import { copyLog, copyReadModels, copyVault } from './copies';
import { restoreCopies, type Copies, type Restored } from './restored';

let eventStore: Part;
let service: PlatformService;
let workspace: Workspace;
let logDb: Database;
let late: Account;
let first: Copies;
let second: Copies;
let lastVault: Copies['vault'];
const running: Restored[] = [];

const copies = async (): Promise<Copies> => {
  const readModels = await copyReadModels(service.parts.db);
  return { readModels, log: await copyLog(logDb), vault: await copyVault(service.parts.db) };
};
const pin = async () => void (await workspace.call('POST', '/v1/pins', pinOf(workspace, newId())));
const reconnect = async () => {
  const { status } = await connectPlatformUser(service.call, workspace.headers, { username: 'ada' }, workspace.accountId);
  if (status !== 200) throw new Error(`not reconnected: ${status}`);
};

beforeAll(async () => {
  const logUrl = await freshDatabase();
  logDb = openDatabase(logUrl, 2);
  eventStore = await startEventStore({ databaseUrl: logUrl });
  service = await startPlatformService({ EVENTSTORE_URL: eventStore.url, DEFAULT_PLAN: 'pro', WEBHOOK_TARGETS: 'any' });
  [workspace] = await openWorkspace([service.call], 'https://receiver.example/hook');
  await pin();
  await workspace.call('GET', '/v1/pins');
  first = await copies();
  late = await register(service.call);
  await pin();
  await reconnect();
  await workspace.call('GET', '/v1/pins');
  second = await copies();
  await reconnect();
  await workspace.call('DELETE', `/v1/webhooks/${workspace.webhookId}`);
  lastVault = await copyVault(service.parts.db);
});

afterAll(async () => {
  for (const each of running) await each.stop();
  await service.stop();
  await eventStore.stop();
  await logDb.destroy();
});

const settingsOf = (each: Restored, dataDir = service.parts.configuration.DATA_DIR) => ({ ...each.settings, DATA_DIR: dataDir });

async function runCheck(parts: Copies, dataDir?: string) {
  const made = await restoreCopies(parts);
  running.push(made);
  return { made, ...(await pinctl(settingsOf(made, dataDir), 'backup', 'check')) };
}

it('read models, then the log, then the vault: they belong together and the service goes on', async () => {
  const { made, code, stdout, stderr } = await runCheck({ readModels: first.readModels, log: second.log, vault: lastVault });
  expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: expect.stringMatching(/^they belong together: a log up to \d+/) });
  const again = await startService(settingsOf(made));
  try {
    const { status, body } = await again.call('GET', '/v1/pins', undefined, workspace.headers);
    expect({ status, pins: body.length }).toEqual({ status: 200, pins: 2 });
    const accounts = await again.call('GET', '/v1/platform/accounts', undefined, workspace.headers);
    expect(accounts).toMatchObject({ status: 200, body: [{ id: workspace.accountId, health_status: 'healthy' }] });
    expect((await logIn(again.call, late.email)).status).toBe(200);
  } finally {
    await again.stop();
  }
});

it('read models after the log: they are ahead of it, the projector refuses them, and builds them anew once they are dropped', async () => {
  const { made, code, stdout } = await runCheck({ ...second, log: first.log, vault: lastVault });
  expect({ code, stdout }).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^read models: checkpoint \w+ v\d+ stands at \d+, ahead of/),
  });
  const [db, store] = [openDatabase(made.settings.DATABASE_URL, 2), openEventStore(made.settings.EVENTSTORE_URL)];
  const { signal } = new AbortController();
  await expect(runProjector({ db, store, projections, signal, log: () => undefined })).rejects.toMatchObject({ name: 'ForeignCheckpoint' });
  for (const host of ['api', 'worker', 'projector', 'orchestrator']) expect(await refusalOf(host, made)).toMatch(oneLineOf(host));
  const { rows } = await db.raw<{ rows: { name: string }[] }>(`select table_name as name from information_schema.tables
    where table_schema = 'projection'`);
  await db.raw(`drop table ${rows.map(({ name }) => `projection.${name}`).join(', ')} cascade`);
  await db('read_store.checkpoint').where({ kind: 'projection' }).delete();
  await store.close();
  await db.destroy();
  expect((await pinctl(settingsOf(made), 'backup', 'check')).code).toBe(0);
  expect(await pinsOf(made)).toMatchObject({ status: 200, body: [{ platform_account_id: workspace.accountId }] });
});

const oneLineOf = (host: string) => new RegExp(`^${host}: checkpoint \\w+ v\\d+ stands at \\d+, ahead of .*pinctl backup check.*$`);

/** What a host that ends with exit 1 says. */
async function refusalOf(host: string, made: Restored): Promise<string> {
  const nats = process.env.NATS_URL ?? '';
  const program = startProgram(`apps/${host}/main`, [], { ...settingsOf(made), NATS_URL: nats, PORT: '0', LOG_LEVEL: 'error' });
  expect(await program.ended).toBe(1);
  return program.stderr.join('\n');
}

/** What a customer is answered who asks for his pins, once the service runs on it. */
async function pinsOf(made: Restored) {
  const again = await startService(settingsOf(made));
  try {
    return await again.call('GET', '/v1/pins', undefined, workspace.headers);
  } finally {
    await again.stop();
  }
}

it('the vault before the log: what facts name and it lacks is named', async () => {
  const { code, stdout } = await runCheck({ ...first, log: second.log });
  expect(code).toBe(1);
  expect(stdout).toContain(`named by UserRegistered.profileRef of user-${late.userId}`);
  expect(stdout).toContain(`named by AccountReconnected.tokenRef of connection-${workspace.accountId}`);
});

it('vault and read models from before a workspace was forgotten, the log from after it: it is erased there again', async () => {
  const { organizationId, userId } = late;
  await forgetWorkspace(service.parts.streams, organizationId, { actor: { type: 'system' }, occurredAt: new Date().toISOString() });
  const { made, code, stdout } = await runCheck({ ...second, log: await copyLog(logDb), vault: lastVault });
  expect(code).toBe(1);
  expect(stdout).toContain(`user:${userId} was forgotten and is in the vault`);
  const again = await startService(settingsOf(made));
  const { parts } = again;
  const ending = new AbortController();
  const [{ signal }, log] = [ending, () => undefined];
  const erasing = { ...forgettingDeps({ ...parts, importBodies: new ImportBodies(parts.db, 100) }), log };
  const running = [runProcess(rememberForgotten(parts), { ...parts, signal, log }), runForgetting(erasing, { signal })];
  try {
    await eventually('it is erased again', async () => (await findForgetting(parts.db, organizationId))?.completedAt ?? undefined, 120_000);
    expect((await logIn(again.call, late.email)).status).toBe(401);
    expect((await again.call('GET', '/v1/pins', undefined, workspace.headers)).body.length).toBe(2);
  } finally {
    ending.abort();
    await Promise.all(running);
    await again.stop();
  }
  const after = await pinctl(settingsOf(made), 'backup', 'check');
  expect({ code: after.code, stdout: after.stdout }).toEqual({ code: 0, stdout: expect.not.stringContaining(userId) });
});

it('another log, other keys, no keys: each is one clear line', async () => {
  const stranger = { DATABASE_URL: running[0]?.settings.DATABASE_URL ?? '', EVENTSTORE_URL: process.env.EVENTSTORE_URL ?? '' };
  const { DATA_DIR } = service.parts.configuration;
  const foreign = await pinctl({ ...stranger, DATA_DIR }, 'backup', 'check');
  expect(foreign).toMatchObject({ code: 1, stdout: expect.stringContaining('was made on another event store') });
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  const none = await pinctl({ ...running[0]?.settings, DATA_DIR: folder }, 'backup', 'check');
  expect(none).toMatchObject({ code: 1, stdout: expect.stringMatching(/^keys: MASTER_KEY, JWT_KEY, .* not given/m) });
  const others = Object.fromEntries(
    ['MASTER_KEY', 'JWT_KEY', 'API_KEY_HASH_KEY', 'EMAIL_HASH_KEY'].map((name) => [name, Buffer.alloc(32, name).toString('base64')]),
  );
  const other = await pinctl({ ...running[0]?.settings, DATA_DIR: folder, ...others }, 'backup', 'check');
  expect(other).toMatchObject({ code: 1, stdout: expect.stringContaining('keys: the data was written with other keys: MASTER_KEY') });
  rmSync(folder, { recursive: true });
});
