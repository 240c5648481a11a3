import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@pps/kernel';
import { billingStream } from '@pps/billing/events';
import { eraseDue, findOrganization, forgetWorkspace } from '@pps/use-cases';
import { openDatabase, type Database } from '@pps/read-store';
import { findForgetting, restartForgettings } from '@pps/workspaces';
import { projections } from '@projections/index';
import { exitCodes } from '../../../apps/pinctl/command-failed';
import { eventually } from '../../setup/eventually';
import { migratedDatabase } from '../../setup/migrated-database';
import { logIn, newKey, password, register } from '../../setup/account';
import { startService } from '../../setup/running-service';
import { startForgettingService, type ForgettingService } from './forgetting-service';
import { killedAt } from './killed-at';
import { pinctl } from '../../operations/projections/pinctl';
import { allRows, rowsAbout } from './rows-about';
import { newFullWorkspace, type FullWorkspace } from './full-workspace';

let service: ForgettingService;
let doomed: FullWorkspace;
let neighbour: FullWorkspace;

// What may name a forgotten workspace: the index of its history, whose proofs stay valid, and how far things have come.
const staying = /audit_facts|activity_retention|activity_subject|publish_epoch/;

const origin = () => ({ actor: { type: 'system' as const }, occurredAt: new Date().toISOString() });

beforeAll(async () => {
  service = await startForgettingService();
  [doomed, neighbour] = [await newFullWorkspace(service, 3), await newFullWorkspace(service)];
});
afterAll(() => service?.stop());

/** Erases until it is complete; `moments` gives the moment at which each process dies, until there is none. Returns how many died. */
async function eraseAll(organizationId: string, moments: readonly number[] = []): Promise<number> {
  const { db } = service.parts;
  const ahead = [...moments];
  await eventually('the forgetting is noted', async () => (await findForgetting(db, organizationId)) ?? undefined);
  for (let portion = 0; portion < 1_000; portion++) {
    const moment = ahead.shift();
    await db('workspaces.forgetting').update({ next_try_at: db.fn.now() });
    await eraseDue(moment === undefined ? service.erasing : killedAt(service.erasing, moment), new AbortController().signal);
    const { completedAt, lastError } = (await findForgetting(db, organizationId)) ?? {};
    if (lastError && !/Killed|NotFresh/.test(lastError)) throw new Error(lastError);
    if (completedAt) return moments.length - ahead.length;
  }
  throw new Error('it does not end');
}

async function subscribe(projectId: string, organizationId: string): Promise<string> {
  await service.payment('subscriptions', { workspace_id: projectId, plan: 'growth', status: 'active' });
  return eventually('the customer is known', async () => {
    const { state } = await service.parts.streams.load(billingStream, organizationId);
    return (state.kind !== 'none' && state.customerId) || undefined;
  });
}

const atProvider = async (customerId: string): Promise<unknown> =>
  (await fetch(`${service.simulatorsUrl}/payments/v1/customers/${customerId}`, { headers: { authorization: 'Bearer any' } })).json();

const allFresh = async () => {
  for (const { name } of projections) await service.parts.freshness.wait(name);
};

/** Without its keys a new database would read what is sealed as null. */
async function copyKeys(from: Database, databaseUrl: string): Promise<void> {
  const to = openDatabase(databaseUrl, 1);
  try {
    await to.batchInsert('vault.subject_key', (await from('vault.subject_key')) as object[]);
  } finally {
    await to.destroy();
  }
}

const shown = async (ids: readonly string[]) => {
  const rows = await rowsAbout(service.parts.db, ['projection'], ids);
  return Object.keys(rows).filter((table) => !staying.test(table));
};

test('a workspace is forgotten although the process dies again and again; its neighbour stays byte for byte', async () => {
  const { parts, call } = service;
  const { db, streams, store } = parts;
  const subjects = [`user:${doomed.userId}`, `organization:${doomed.organizationId}`, `account:${doomed.accountId}`];
  const keys = () => db('vault.subject_key').whereIn('subject', subjects);
  expect(await keys()).toHaveLength(3);
  expect((await shown(doomed.ids)).length).toBeGreaterThan(8);
  const customerId = await subscribe(doomed.projectId, doomed.organizationId);
  await allFresh();
  const before = await rowsAbout(db, ['projection', 'vault', 'imports', 'webhooks'], neighbour.ids);

  await forgetWorkspace(streams, doomed.organizationId, origin());
  await forgetWorkspace(streams, doomed.organizationId, origin());
  await expect(forgetWorkspace(streams, '00000000-0000-4000-8000-000000000000', origin())).rejects.toThrow('not found');
  expect(await findOrganization(streams, '00000000-0000-4000-8000-000000000000')).toBeNull();

  // From the answer on.
  expect((await call('GET', '/v1/auth/me', undefined, doomed.session)).status).toBe(401);
  expect((await call('GET', '/v1/api-keys', undefined, doomed.key)).status).toBe(401);
  expect((await logIn(call, doomed.email)).status).toBe(401);
  await register(call, { email: doomed.email });

  const moments = Array.from({ length: 50 }, (_, n) => 1 + ((n * 37) % 90));
  const died = await eraseAll(doomed.organizationId, moments);
  expect(died).toBeGreaterThan(10);

  expect(await keys()).toEqual([]);
  expect(await shown(doomed.ids)).toEqual([]);
  const elsewhere = await rowsAbout(db, ['vault', 'imports', 'webhooks', 'identity', 'pins', 'connections', 'request_log'], doomed.ids);
  expect(Object.keys(elsewhere).filter((table) => !/forgotten_subject|subscription|session_use|request_log\.project/.test(table))).toEqual(
    [],
  );
  expect(await rowsAbout(db, ['projection', 'vault', 'imports', 'webhooks'], neighbour.ids)).toEqual(before);
  expect(await atProvider(customerId)).toMatchObject({ id: customerId, deleted: true });
  const revoked = await store.last(`connection-${doomed.accountId}`);
  expect(revoked?.type).toBe('AccountRevoked');
});

test('a restored database erases again, and a repeat changes nothing', async () => {
  const { db, vault } = service.parts;
  await vault.put(`organization:${doomed.organizationId}`, 'organization_profile', { workspace_name: 'Restored' });
  expect(await restartForgettings(db, doomed.organizationId)).toBe(1);
  await eraseAll(doomed.organizationId);
  expect(await db('vault.subject_key').where({ subject: `organization:${doomed.organizationId}` })).toEqual([]);
  expect(await shown(doomed.ids)).toEqual([]);
});

test('after a restore of an older log, a list that was kept beside it forgets again who is on it', async () => {
  const { call, parts } = service;
  const { DATABASE_URL = '', EVENTSTORE_URL = '', DATA_DIR } = parts.configuration;
  const forget = (...args: string[]) => pinctl({ DATABASE_URL, EVENTSTORE_URL, DATA_DIR }, 'forget', ...args);
  const listed = (await forget('list')).stdout.split('\n').map((line) => JSON.parse(line));
  expect(listed).toContainEqual({ organization_id: doomed.organizationId, user_id: doomed.userId, forgotten_at: expect.any(String) });
  // The log does not know that the first was forgotten, and nothing at all of the last.
  const restored = await register(call);
  const list = join(DATA_DIR, 'forgotten.ndjson');
  const lines = [restored.organizationId.toUpperCase(), doomed.organizationId, newId()].map((id) =>
    JSON.stringify({ organization_id: id }),
  );
  await writeFile(list, [...lines, '{"organization_id":"👩‍👩‍👧"}'].join('\n'));
  const refused = await forget('again', '--list', list);
  expect([refused.code, refused.stderr]).toEqual([exitCodes.usage, expect.stringContaining('line 4')]);
  expect((await logIn(call, restored.email)).status).toBe(200);
  await writeFile(list, `${lines.join('\n')}\n\n`);
  const { code, stdout } = await forget('again', '--list', list);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/are erased again, 2 of the list are forgotten, 1 of it the log does not know/),
  ]);
  expect((await logIn(call, restored.email)).status).toBe(401);
  for (const { organizationId } of [restored, doomed]) await eraseAll(organizationId);
  expect(await shown([restored.organizationId, restored.userId, restored.projectId])).toEqual([]);
});

test('every projection built from nothing is the same, without the forgotten rows', async () => {
  const { parts } = service;
  const head = await parts.store.head();
  const { EVENTSTORE_URL = '', DATA_DIR } = parts.configuration;
  const DATABASE_URL = await migratedDatabase();
  await copyKeys(parts.db, DATABASE_URL);
  const elsewhere = await startService({ DATABASE_URL, EVENTSTORE_URL, DATA_DIR });
  try {
    const atHead = (db: typeof parts.db) =>
      eventually('all projections at the head', async () => {
        const found = await db('read_store.checkpoint').where({ kind: 'projection' }).select('name', 'position', 'stopped_error');
        const there = found.filter(({ position }) => BigInt(position) >= head);
        return there.length === projections.length ? there : undefined;
      });
    const rows = await atHead(elsewhere.parts.db);
    expect(rows.filter(({ stopped_error }) => stopped_error !== null)).toEqual([]);
    await atHead(parts.db);
    for (const { db } of [elsewhere.parts, parts])
      await eventually('nothing is left to remove', async () => (await db('read_store.removal')).length === 0 || undefined);
    expect(await allRows(elsewhere.parts.db, 'projection')).toEqual(await allRows(parts.db, 'projection'));
  } finally {
    await elsewhere.stop();
  }
});

test('workspaces that cannot be erased hold up no other one, and go on when they can', async () => {
  const { parts, erasing } = service;
  const { db, streams } = parts;
  // More than are worked on in one round, all of them before the honest one.
  const stuck = await Promise.all(Array.from({ length: 21 }, () => register(service.call)));
  for (const { organizationId } of stuck) await forgetWorkspace(streams, organizationId, origin());
  const ids = stuck.map(({ organizationId }) => organizationId);
  await eventually('all are noted', async () => (await Promise.all(ids.map((id) => findForgetting(db, id)))).every(Boolean) || undefined);
  const honest = await register(service.call);
  await forgetWorkspace(streams, honest.organizationId, origin());
  const isStuck = (id: string) => stuck.some(({ userId, organizationId }) => id.includes(userId) || id.includes(organizationId));
  const vault = {
    forget: async (subject: string) => {
      if (isStuck(subject)) throw new Error('a disk is full');
      await erasing.vault.forget(subject);
    },
  };
  await eventually('the honest one is erased', async () => {
    await eraseDue({ ...erasing, vault }, new AbortController().signal);
    return (await findForgetting(db, honest.organizationId))?.completedAt ?? undefined;
  });
  const [first] = ids;
  await eventually('the others say why not', async () => {
    await eraseDue({ ...erasing, vault }, new AbortController().signal);
    return (await findForgetting(db, first ?? ''))?.lastError?.includes('a disk is full') || undefined;
  });
  await eventually('they go on', async () => {
    await db('workspaces.forgetting').update({ next_try_at: db.fn.now() });
    await eraseDue(erasing, new AbortController().signal);
    return (await findForgetting(db, first ?? ''))?.completedAt ?? undefined;
  });
});

test('a person asks for the end of the account, may take it back, and is forgotten when its time has come', async () => {
  const { parts, call, erasing } = service;
  const { db } = parts;
  const account = await register(call);
  const ask = (proof: object, headers = account.session) => call('POST', '/v1/auth/account/delete', proof, headers);
  const cancel = () => call('POST', '/v1/auth/account/delete/cancel', undefined, account.session);
  const dueAt = async () => (await call('GET', '/v1/auth/me', undefined, account.session)).body.user.deletion_due_at;
  const { headers: key } = await newKey(call, account.session);
  expect((await ask({ password }, key)).body.error.code).toBe('session_required');
  expect((await ask({ password: 'another horse' })).status).toBe(422);
  expect((await cancel()).status).toBe(409);
  expect(await dueAt()).toBeUndefined();

  const asked = await ask({ password });
  expect(asked.status).toBe(202);
  expect((Date.parse(asked.body.deletion_due_at) - Date.now()) / 86_400_000).toBeCloseTo(14, 1);
  expect((await ask({ password })).body).toEqual(asked.body);
  expect(await dueAt()).toBe(asked.body.deletion_due_at);
  expect((await logIn(call, account.email)).body.user.deletion_due_at).toBe(asked.body.deletion_due_at);
  expect((await cancel()).status).toBe(200);
  expect(await dueAt()).toBeUndefined();

  await ask({ password });
  const noted = () => eventually('the deletion is noted', async () => (await findForgetting(db, account.organizationId)) ?? undefined);
  expect(await noted()).toMatchObject({ step: 'due' });
  const goOn = async (after = 0) => {
    await db('workspaces.forgetting').where({ organization_id: account.organizationId }).update({ next_try_at: db.fn.now() });
    await eraseDue({ ...erasing, clock: () => new Date(Date.now() + after) }, new AbortController().signal);
  };
  await goOn();
  expect((await logIn(call, account.email)).status).toBe(200);
  await goOn(15 * 86_400_000);
  expect((await logIn(call, account.email)).status).toBe(401);
  await eraseAll(account.organizationId);
  expect(await shown([account.organizationId, account.userId, account.projectId])).toEqual([]);
});
