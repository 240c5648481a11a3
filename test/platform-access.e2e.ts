import { newId } from '@pps/kernel';
import { send, startTestSimulators, type TestSimulators } from '../apps/simulators/testing';
import type { Answer, Call } from './setup/caller';
import { connectAs, newSession, platformSettings, type Headers } from './setup/platform-user';
import { startService, type RunningService } from './setup/running-service';

let simulators: TestSimulators;
let service: RunningService;
let call: Call;
let other: Call;
let session: Headers;
let username: string;
let accountId: string;
let boardId: string;

beforeAll(async () => {
  simulators = await startTestSimulators();
  service = await startService(platformSettings(simulators.url));
  call = service.call;
  other = await service.another();
});

afterAll(async () => {
  await service.stop();
  await simulators.discard();
});

beforeEach(async () => {
  await send('DELETE', `${simulators.url}/platform/_control/faults`);
  session = await newSession(call);
  username = `u${newId()}`;
  accountId = (await connectAs(call, session, { username })).body.account_id;
  boardId = (await boards()).body[0].id;
});

const control = (path: string, body: object) => send('POST', `${simulators.url}/platform/_control/${path}`, body);
const boards = (through = call) => through('GET', `/v1/platform/boards?account_id=${accountId}`, undefined, session);
const access = async (query = '', through = call) =>
  (await through('GET', `/v1/platform/boards/${boardId}/access?account_id=${accountId}${query}`, undefined, session)).body;
const account = async () => (await call('GET', '/v1/platform/accounts', undefined, session)).body[0];
const refusal = ({ status, body }: Answer) => [status, body.error?.code];

async function factsOf(stream: string) {
  return (await service.parts.store.read(stream)).map(({ type }) => type);
}

describe('an access token that no longer works', () => {
  it('is refreshed once for twenty calls on two processes', async () => {
    expect((await control('tokens/expire', { username })).json).toEqual({ ended: 1 });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => boards(index % 2 === 0 ? call : other)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await factsOf(`connection-${accountId}`)).toEqual(['AccountConnected', 'TokenRefreshed']);
    expect(await account()).toMatchObject({ health_status: 'healthy', reconnect_required: false });
  });

  it('is refreshed ahead of its end', async () => {
    await control('settings', { access_token_seconds: 4 });
    await connectAs(call, session, { username }, accountId);
    await control('settings', { access_token_seconds: 2_592_000 });
    const deadline = Date.now() + 10_000;
    const stream = `connection-${accountId}`;
    while (!(await factsOf(stream)).includes('TokenRefreshed')) {
      if (Date.now() > deadline) throw new Error('TokenRefreshed did not arrive within 10 s');
      expect((await boards()).status).toBe(200);
    }
    expect(await factsOf(stream)).toEqual(['AccountConnected', 'AccountReconnected', 'TokenRefreshed']);
  });

  it('makes a new consent necessary when the grant is gone, and the consent mends it', async () => {
    await control('tokens/revoke', { username });
    const refused = await boards();
    expect(refusal(refused)).toEqual([409, 'token_revoked']);
    expect(refused.body.error).toMatchObject({ account_id: accountId, connect_url: expect.stringContaining(`account_id=${accountId}`) });
    expect(refusal(await boards(other))).toEqual([409, 'token_revoked']);
    expect(await account()).toMatchObject({
      health_status: 'reconnect_required',
      reconnect_required: true,
      health_message: expect.any(String),
    });
    expect(await access()).toMatchObject({
      publishable: false,
      status: 'failed',
      code: 'token_revoked',
      account_health: 'reconnect_required',
    });

    expect((await connectAs(call, session, { username }, accountId)).status).toBe(200);
    expect((await boards(other)).status).toBe(200);
    expect(await access()).toMatchObject({ publishable: true, account_health: 'healthy' });
  });

  it('is not mistaken for dead while the platform cannot refresh it', async () => {
    await control('tokens/expire', { username });
    await control('faults', { operation: 'token', status: 500, times: 1 });
    expect(refusal(await boards())).toEqual([503, 'platform_unavailable']);
    expect((await boards()).status).toBe(200);
  });

  it('is dead when the platform refuses it right after the refresh', async () => {
    await control('faults', { operation: 'boards.list', status: 401, code: 2, times: 2 });
    expect(refusal(await boards())).toEqual([409, 'token_expired']);
    expect(await account()).toMatchObject({ health_status: 'reconnect_required' });
  });

  it('is found again when a process ended between the vault and the stream', async () => {
    const { vault, store } = service.parts;
    const [connectedFact] = await store.read(`connection-${accountId}`);
    const { tokenRef } = connectedFact?.data as { tokenRef: string };
    const held = await vault.get<{ refresh_token: string }>(tokenRef);
    const authorization = `Basic ${Buffer.from('app:app-secret').toString('base64')}`;
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: held?.refresh_token ?? '' });
    const { json } = await send('POST', `${simulators.url}/platform/v5/oauth/token`, form, { authorization });
    const scopes = String(json.scope).split(' ');
    const expires_at = new Date(Date.now() + json.expires_in * 1000).toISOString();
    const pair = { access_token: json.access_token, refresh_token: json.refresh_token, scopes, expires_at, refresh_expires_at: null };
    const newest = await vault.put(`account:${accountId}`, 'token', pair);
    await send('POST', `${simulators.url}/platform/_control/faults`, { operation: 'boards.list', status: 401, code: 2, times: 1 });

    expect((await boards()).status).toBe(200);
    const refreshed = (await store.read(`connection-${accountId}`)).at(-1);
    expect([refreshed?.type, refreshed?.data]).toEqual(['TokenRefreshed', expect.objectContaining({ tokenRef: newest })]);
  });
});

describe('boards', () => {
  it('come from every page', async () => {
    await control('boards', { username, name: 'More', count: 600 });
    const { body } = await boards();
    expect(new Set(body.map((board: { id: string }) => board.id)).size).toBe(601);
  });

  it('say when the platform limits or is down', async () => {
    await control('faults', { operation: 'boards.list', status: 429, headers: { 'retry-after': '7' }, times: 1 });
    const limited = await boards();
    expect([...refusal(limited), limited.headers.get('retry-after')]).toEqual([429, 'platform_rate_limited', '7']);
    await control('faults', { operation: 'boards.list', status: 503, times: 1 });
    const down = await boards();
    expect(refusal(down)).toEqual([503, 'platform_unavailable']);
    expect(Number(down.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('can be made, secret ones with the scope for them', async () => {
    const make = (body: object) => call('POST', '/v1/platform/boards', { account_id: accountId, ...body }, session);
    const made = await make({ name: 'Sea', visibility: 'SECRET', description: 'Waves' });
    expect([made.status, made.body]).toEqual([
      201,
      { id: expect.stringMatching(/^\d+$/), name: 'Sea', description: 'Waves', privacy: 'SECRET', pin_count: 0, owner: username },
    ]);
    expect((await boards()).body).toContainEqual(made.body);
    expect(refusal(await make({ name: '' }))).toEqual([422, 'validation_error']);
    expect(refusal(await make({ name: 'Sea', visibility: 'SECRET', privacy: 'PUBLIC' }))).toEqual([422, 'validation_error']);

    await connectAs(call, session, { username, scopes: 'user_accounts:read,boards:read,boards:write,pins:read,pins:write' }, accountId);
    const refused = await make({ name: 'Cave', privacy: 'SECRET' });
    expect([...refusal(refused), typeof refused.body.error.connect_url]).toEqual([409, 'scope_missing', 'string']);
    expect((await account()).missing_scopes).toContain('boards:write_secret');
  });
});

describe('one board', () => {
  const path = (id: string) => `/v1/platform/boards/${id}?account_id=${accountId}`;
  const change = (body: object, id = boardId) => call('PATCH', path(id), body, session);
  const remove = () => call('DELETE', path(boardId), undefined, session);

  it('can be changed', async () => {
    const changed = await change({ name: 'Harbour', description: 'Ships' });
    expect([changed.status, changed.body]).toMatchObject([200, { id: boardId, name: 'Harbour', description: 'Ships', privacy: 'PUBLIC' }]);
    expect((await boards()).body).toEqual([changed.body]);
    expect(refusal(await change({ name: null }))).toEqual([422, 'validation_error']);
    for (const id of ['549755885175', 'holidays', '..%2Fpins']) {
      expect([id, ...refusal(await change({ name: 'x' }, id))]).toEqual([id, 404, 'board_not_found']);
    }
  });

  it('can be deleted, and nothing goes there any more', async () => {
    expect(await access()).toMatchObject({ publishable: true });
    expect((await remove()).status).toBe(204);
    expect(await access()).toMatchObject({ publishable: false, code: 'board_deleted' });
    expect(refusal(await remove())).toEqual([404, 'board_not_found']);
    expect((await boards()).body).toEqual([]);
  });
});

describe('board access', () => {
  it('is cached on every process and asked anew with fresh=true', async () => {
    expect(await access()).toMatchObject({ publishable: true, source: 'platform' });
    await control('boards', { username, id: boardId, deleted: true });
    expect(await access('', other)).toMatchObject({ publishable: true, source: 'cache' });
    expect(await access('&fresh=true')).toMatchObject({
      publishable: false,
      status: 'failed',
      code: 'board_deleted',
      remediation: expect.any(String),
    });
    expect(await access()).toMatchObject({ code: 'board_deleted', source: 'cache' });
  });

  it('tells a board of somebody else, one that never was, and one the platform refuses', async () => {
    await control('boards', { username, id: boardId, owner: 'somebody-else' });
    expect(await access('&fresh=true')).toMatchObject({ publishable: false, code: 'board_not_owned', board: { owner: 'somebody-else' } });
    boardId = '549755885175';
    expect(await access()).toMatchObject({ publishable: false, code: 'board_not_found' });
    boardId = 'holidays';
    expect(await access()).toMatchObject({ publishable: false, code: 'board_not_found', source: 'local' });
    boardId = '1';
    await control('faults', { operation: 'boards.get', status: 401, code: 7, times: 1 });
    expect(await access()).toMatchObject({ publishable: false, code: 'board_access_denied', source: 'platform' });
  });

  it('is skipped when the platform cannot be asked', async () => {
    await control('faults', { operation: 'boards.get', status: 500, times: 1 });
    expect(await access()).toMatchObject({
      publishable: true,
      status: 'skipped',
      code: 'platform_unavailable',
      source: 'local',
      board: null,
    });
    await control('faults', { operation: 'boards.get', status: 429, headers: { 'retry-after': '11' }, times: 1 });
    expect(await access()).toMatchObject({ status: 'skipped', code: 'platform_rate_limited', retry_after_seconds: 11 });
    expect(await access()).toMatchObject({ status: 'ok' });
  });

  it('looks again after a reconnection', async () => {
    await control('faults', { operation: 'boards.get', status: 401, code: 3, times: 1 });
    expect(await access()).toMatchObject({ publishable: false, code: 'scope_missing' });
    expect(await access()).toMatchObject({ code: 'scope_missing', source: 'cache' });
    await connectAs(call, session, { username }, accountId);
    expect(await access()).toMatchObject({ publishable: true, source: 'platform' });
  });
});

it('keeps platform tokens and names in the vault and nowhere else', async () => {
  await control('tokens/expire', { username });
  await boards();
  const { db, store, vault } = service.parts;
  const { tokenRef } = (await store.read(`connection-${accountId}`)).at(-1)?.data as { tokenRef: string };
  const pair = await vault.get<{ access_token: string; refresh_token: string }>(tokenRef);
  const secrets = [pair?.access_token ?? '', pair?.refresh_token ?? '', username];
  expect(secrets).toEqual([expect.stringMatching(/^pina_/), expect.stringMatching(/^pinr_/), username]);

  const { rows: tables } = await db.raw<{ rows: { name: string }[] }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(10);
  for (const { name } of tables) {
    const { rows } = await db.raw<{ rows: { text: string }[] }>(`select row_to_json(t)::text as text from ${name} t`);
    const found = secrets.filter((secret) => rows.some(({ text }) => text.includes(secret) || text.includes(hex(secret))));
    // Boards are known to the service with their owner's name at the platform.
    expect([name, found]).toEqual([name, name === 'service.board_verdict' ? [username] : []]);
  }
  const ending = new AbortController();
  const head = await store.head();
  for await (const fact of store.subscribe(null, ending.signal)) {
    const text = JSON.stringify(fact, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    expect([fact.stream, fact.type, secrets.filter((secret) => text.includes(secret))]).toEqual([fact.stream, fact.type, []]);
    if (fact.position >= head) break;
  }
  expect(service.log.filter((line) => /pin[ar]_/.test(line) || line.includes(username))).toEqual([]);
});

const hex = (text: string): string => Buffer.from(text).toString('hex');
