import { CommandRunner } from '@pps/event-store';
import { ForgetUser, ForgetUserHandler } from '@pps/identity';
import { projections } from '@projections/index';
import { eventually } from '../setup/eventually';
import { freshDatabase } from '../setup/fresh-database';
import { logIn, newKey, register } from '../setup/account';
import { startService, type RunningService } from '../setup/running-service';

let service: RunningService;

beforeAll(async () => (service = await startService()));
afterAll(() => service.stop());

test('a forgotten user: no session, key or login works, the address is free, nothing is left to read, and everything rebuilds', async () => {
  const { call, parts } = service;
  const account = await register(call);
  const key = await newKey(call, account.session);
  const { db, vault } = parts;
  const subjects = [`user:${account.userId}`, `organization:${account.organizationId}`];
  const entries = (...of: string[]) => db('vault.entry').whereIn('subject', of);
  for (const subject of subjects) expect(await entries(subject)).not.toEqual([]);

  const origin = { actor: { type: 'system' as const }, occurredAt: new Date().toISOString() };
  // As another process would, beside the API.
  const handler = new ForgetUserHandler(new CommandRunner(parts.store), vault);
  await handler.execute(new ForgetUser(account.userId, origin));
  await handler.execute(new ForgetUser(account.userId, origin));
  await expect(handler.execute(new ForgetUser('00000000-0000-4000-8000-000000000000', origin))).rejects.toThrow('not found');

  expect(await entries(...subjects)).toEqual([]);
  expect((await call('GET', '/v1/auth/me', undefined, account.session)).status).toBe(401);
  expect((await call('GET', '/v1/api-keys', undefined, key.headers)).status).toBe(401);
  expect((await logIn(call, account.email)).status).toBe(401);
  await register(call, { email: account.email });
});

test('every projection comes to the head again from nothing', async () => {
  const { parts } = service;
  const head = await parts.store.head();
  const { EVENTSTORE_URL = '' } = service.parts.configuration;
  const elsewhere = await startService({ DATABASE_URL: await freshDatabase(), EVENTSTORE_URL });
  try {
    const rows = await eventually('all projections at the head', async () => {
      const found = await elsewhere.parts
        .db('read_store.checkpoint')
        .where({ kind: 'projection' })
        .select('name', 'position', 'stopped_error');
      const there = found.filter(({ position }) => BigInt(position) >= head);
      return there.length === projections.length ? there : undefined;
    });
    expect(rows.filter(({ stopped_error }) => stopped_error !== null)).toEqual([]);
  } finally {
    await elsewhere.stop();
  }
});
