import { settleKeyEnds } from '@pps/identity';
import { apiKeyStream } from '@pps/identity/events';
import { endedKeys, keysToAnnounce } from '@projections/api_keys/api_keys.query';
import { newKey, register, type Account } from '../setup/account';
import { bearer, type Answer, type Call } from '../setup/caller';
import { startService, type RunningService } from '../setup/running-service';

const dayMs = 86_400_000;

let service: RunningService;
let call: Call;
let elsewhere: Call;
let aheadMs = 0;
let account: Account;

const clock = () => new Date(Date.now() + aheadMs);
const inDays = (days: number): string => new Date(clock().getTime() + days * dayMs).toISOString();
const after = (days: number): void => void (aheadMs += days * dayMs);

beforeAll(async () => {
  service = await startService({ WEBHOOK_TARGETS: 'any' }, clock);
  call = service.call;
  elsewhere = await service.another();
});
afterAll(() => service.stop());
beforeEach(async () => (account = await register(call)));

type Headers = Readonly<Record<string, string>>;
const create = (body: object, by: Headers = account.session) => call('POST', '/v1/api-keys', { name: 'build', ...body }, by);
const ask = (headers: Headers, from = call) => from('GET', '/v1/pins', undefined, headers);
const verdict = ({ status, body }: Answer) => [status, body?.error?.code];
const faults = ({ body }: Answer) => body.error.errors.map(({ loc, type }: Answer['body']) => [loc.join('.'), type]);

/** What the duty does every few seconds. */
async function settle() {
  const { streams, db, freshness } = service.parts;
  await freshness.wait('api_keys');
  const failed: unknown[] = [];
  await settleKeyEnds({
    ...{ streams, clock, onError: (error: unknown) => failed.push(error) },
    ended: (now, last, limit) => endedKeys(db, now, last, limit),
    ending: (now, last, limit) => keysToAnnounce(db, now, last, limit),
  });
  expect(failed).toEqual([]);
}

const factsOf = async (keyId: string) => (await service.parts.store.read(`${apiKeyStream.category}-${keyId}`)).map(({ type }) => type);

test('an end is in the future and within five years, and told beside all other faults', async () => {
  for (const [expires_at, type] of [
    [inDays(-1), 'datetime_future'],
    ['9999-12-31T23:59:59Z', 'less_than_equal'],
    ['tomorrow', 'datetime_parsing'],
    ['2027-02-30T00:00:00Z', 'datetime_parsing'],
    [5, 'datetime_parsing'],
    ['\u{d83d}', 'string_unicode'],
  ] as const)
    expect(faults(await create({ expires_at }))).toContainEqual(['body.expires_at', type]);
  expect(faults(await create({ name: '', expires_at: inDays(-1) })).map(([loc]: string[]) => loc)).toEqual([
    'body.name',
    'body.expires_at',
  ]);
  const key = (await create({})).body;
  expect(faults(await call('PATCH', `/v1/api-keys/${key.id}`, { expires_at: inDays(1) }, account.session))).toEqual([
    ['body.expires_at', 'unknown_field'],
  ]);
  expect((await create({ expires_at: null })).body).toMatchObject({ expires_at: null });
  expect((await create({ expires_at: '2030-01-01T01:00:00+01:00' })).body).toMatchObject({ expires_at: '2030-01-01T00:00:00.000Z' });
});

test('a key ends at its moment on every process, with what it made and got', async () => {
  const observer = await newKey(call, account.session);
  const key = await newKey(call, account.session, { expires_at: inDays(90) });
  const child = await newKey(call, key.headers);
  const [listed] = (await call('GET', '/v1/api-keys', undefined, observer.headers)).body.filter(
    ({ id }: Answer['body']) => id === child.id,
  );
  const expires_at = listed.expires_at;
  expect(Date.parse(expires_at) - clock().getTime()).toBeGreaterThan(89 * dayMs);
  const longer = await create({ expires_at: inDays(91) }, key.headers);
  expect([...verdict(longer), longer.body.error.most]).toEqual([403, 'session_required', expires_at]);
  expect((await create({ expires_at: inDays(1) }, key.headers)).status).toBe(201);
  const token = bearer((await call('POST', '/v1/projects/switch', { project_id: account.projectId }, key.headers)).body.access_token);
  const hook = (await call('POST', '/v1/webhooks', { url: 'https://hooks.example.test/1' }, key.headers)).body;
  expect((await ask(token)).status).toBe(200);
  const before = new Date(clock()).toISOString();

  after(89.9);
  expect((await ask(key.headers)).status).toBe(200);
  expect((await ask(child.headers, elsewhere)).status).toBe(200);
  after(0.1);
  for (const from of [call, elsewhere])
    for (const headers of [key.headers, child.headers]) expect(verdict(await ask(headers, from))).toEqual([401, 'invalid_api_key']);
  expect(verdict(await ask(token))).toEqual([401, 'invalid_access_token']);
  expect(verdict(await call('PATCH', `/v1/api-keys/${key.id}`, { name: 'x' }, observer.headers))).toEqual([409, 'conflict']);

  await settle();
  await settle();
  expect(await factsOf(key.id)).toEqual(['ApiKeyCreated', 'ApiKeyRevoked']);
  const shown = async (query = '') =>
    (await call('GET', `/v1/api-keys${query}`, undefined, observer.headers)).body.find(({ id }: Answer['body']) => id === key.id);
  expect(await shown()).toMatchObject({ expires_at, revoked_at: expect.any(String) });
  expect(await shown(`?as_of=${before}`)).toMatchObject({ expires_at, revoked_at: null });
  // The orchestrator's process follows the fact; here only that it has what it needs.
  expect((await call('GET', `/v1/webhooks/${hook.id}`, undefined, observer.headers)).status).toBe(200);
});

test('an end is announced once, two weeks ahead, and not of a revoked key', async () => {
  const key = await newKey(call, account.session, { expires_at: inDays(90) });
  const gone = await newKey(call, account.session, { expires_at: inDays(90) });
  expect((await call('DELETE', `/v1/api-keys/${gone.id}`, undefined, account.session)).status).toBe(204);
  after(75.9);
  await settle();
  expect(await factsOf(key.id)).toEqual(['ApiKeyCreated']);
  after(0.2);
  await Promise.all([settle(), settle()]);
  await settle();
  expect(await factsOf(key.id)).toEqual(['ApiKeyCreated', 'ApiKeyExpiring']);
  expect(await factsOf(gone.id)).toEqual(['ApiKeyCreated', 'ApiKeyRevoked']);
});
