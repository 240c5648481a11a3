import { newId } from '@pps/kernel';
import { send } from '../../apps/simulators/testing';
import type { Answer, Call } from '../setup/caller';
import { eventually } from '../setup/eventually';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { connectPlatformUser, newSession, type Headers } from '../setup/platform-user';

let service: PlatformService;
let call: Call;
let other: Call;
let session: Headers;
let username: string;
let accountId: string;
let boardId: string;

beforeAll(async () => {
  service = await startPlatformService();
  call = service.call;
  other = await service.another();
});

afterAll(() => service.stop());

beforeEach(async () => {
  session = await newSession(call);
  username = `u${newId()}`;
  accountId = (await connectPlatformUser(call, session, { username })).body.account_id;
  boardId = (await boards()).body[0].id;
});

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
    expect((await service.control('tokens/expire', { username })).json).toEqual({ ended: 1 });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => boards(index % 2 === 0 ? call : other)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await factsOf(`connection-${accountId}`)).toEqual(['AccountConnected', 'TokenRefreshed']);
    expect(await account()).toMatchObject({ health_status: 'healthy', reconnect_required: false });
  });

  it('is refreshed ahead of its end', async () => {
    await service.control('settings', { access_token_seconds: 4 });
    await connectPlatformUser(call, session, { username }, accountId);
    await service.control('settings', { access_token_seconds: 2_592_000 });
    const stream = `connection-${accountId}`;
    await eventually('TokenRefreshed', async () => {
      if ((await factsOf(stream)).includes('TokenRefreshed')) return true;
      expect((await boards()).status).toBe(200);
      return undefined;
    });
    expect(await factsOf(stream)).toEqual(['AccountConnected', 'AccountReconnected', 'TokenRefreshed']);
  });

  it('makes a new consent necessary when the grant is gone, and the consent mends it', async () => {
    await service.control('tokens/revoke', { username });
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
      account_health: { status: 'reconnect_required', message: expect.any(String), checked_at: null },
    });

    expect((await connectPlatformUser(call, session, { username }, accountId)).status).toBe(200);
    expect((await boards(other)).status).toBe(200);
    expect(await access()).toMatchObject({ publishable: true, account_health: { status: 'healthy' } });
  });

  it('is not mistaken for dead while the platform cannot refresh it', async () => {
    await service.control('tokens/expire', { username });
    await service.control('faults', { operation: 'token', status: 500, times: 1 });
    expect(refusal(await boards())).toEqual([503, 'platform_unavailable']);
    expect((await boards()).status).toBe(200);
  });

  it('is dead when the platform refuses it right after the refresh', async () => {
    await service.control('faults', { operation: 'boards.list', status: 401, code: 2, times: 2 });
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
    const { json } = await send('POST', `${service.simulatorsUrl}/platform/v5/oauth/token`, form, { authorization });
    const scopes = String(json.scope).split(' ');
    const expires_at = new Date(Date.now() + json.expires_in * 1000).toISOString();
    const pair = { access_token: json.access_token, refresh_token: json.refresh_token, scopes, expires_at, refresh_expires_at: null };
    const newest = await vault.put(`account:${accountId}`, 'token', pair);
    await send('POST', `${service.simulatorsUrl}/platform/_control/faults`, { operation: 'boards.list', status: 401, code: 2, times: 1 });

    expect((await boards()).status).toBe(200);
    const refreshed = (await store.read(`connection-${accountId}`)).at(-1);
    expect([refreshed?.type, refreshed?.data]).toEqual(['TokenRefreshed', expect.objectContaining({ tokenRef: newest })]);
  });
});

it('keeps platform tokens and names in the vault and nowhere else', async () => {
  await service.control('tokens/expire', { username });
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
    expect([name, found]).toEqual([name, []]);
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
