import { newId } from '@pps/kernel';
import type { Answer, Call } from '../setup/caller';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { newKey, register } from '../setup/account';
import {
  approveAsPlatformUser as approve,
  connectPlatformUser,
  consentAsPlatformUser,
  newSession,
  type Headers,
} from '../setup/platform-user';

const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const datetime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const json = { accept: 'application/json' };

let service: PlatformService;
let call: Call;
let session: Headers;
let username: string;
let aheadMs = 0;

beforeAll(async () => {
  service = await startPlatformService({ APP_URL: 'http://app.test/' }, () => new Date(Date.now() + aheadMs));
  call = service.call;
});

afterAll(() => service.stop());

beforeEach(async () => {
  session = await newSession(call);
  username = `u${newId()}`;
});

const get = (path: string, headers = session) => call('GET', path, undefined, headers);
const accounts = async (query = '') => (await get(`/v1/platform/accounts${query}`)).body;
const refusal = ({ status, body }: Answer) => [status, body.error?.code];

async function connectAccount(form: Readonly<Record<string, string>> = {}): Promise<string> {
  const { status, body } = await connectPlatformUser(call, session, { username, ...form });
  expect([status, body]).toEqual([200, { status: 'connected', message: expect.any(String), account_id: uuid }]);
  return body.account_id;
}

describe('connecting', () => {
  it('leads from the consent page to an account with boards that can be published on', async () => {
    const askedAt = Date.now();
    const start = await get('/v1/platform/oauth/start');
    expect([start.status, start.body]).toEqual([
      200,
      { authorization_url: expect.any(String), connect_url: expect.any(String), state: expect.any(String), expires_at: datetime },
    ]);
    const asked = new URL(start.body.authorization_url).searchParams;
    expect([asked.get('state'), asked.get('redirect_uri')]).toEqual([start.body.state, 'http://pins.test/v1/platform/oauth/callback']);
    expect(Date.parse(start.body.expires_at)).toBeGreaterThanOrEqual(askedAt + 600_000);
    expect(Date.parse(start.body.expires_at)).toBeLessThanOrEqual(Date.now() + 600_000);

    const accountId = await connectAccount();
    expect(await accounts()).toEqual([
      {
        id: accountId,
        workspace_id: uuid,
        platform_user_id: expect.stringMatching(/^\d+$/),
        display_name: username,
        username,
        scopes: expect.stringContaining('boards:read,'),
        created_at: datetime,
        updated_at: datetime,
        revoked_at: null,
        health_status: 'healthy',
        health_message: null,
        health_checked_at: datetime,
        missing_scopes: [],
        reconnect_required: false,
        token_expires_at: datetime,
      },
    ]);

    const boards = await get(`/v1/platform/boards?account_id=${accountId}`);
    const board = {
      id: expect.stringMatching(/^\d+$/),
      name: 'Quiet rooms',
      description: null,
      privacy: 'PUBLIC',
      pin_count: 0,
      owner: username,
    };
    expect([boards.status, boards.body]).toEqual([200, [board]]);
    const access = await get(`/v1/platform/boards/${boards.body[0].id}/access?account_id=${accountId.toUpperCase()}`);
    expect([access.status, access.body]).toEqual([
      200,
      {
        account_id: accountId,
        board_id: boards.body[0].id,
        publishable: true,
        status: 'ok',
        code: null,
        message: expect.any(String),
        remediation: null,
        checked_at: datetime,
        source: 'platform',
        board,
        account_health: { status: 'healthy', message: null, checked_at: datetime },
        retry_after_seconds: null,
      },
    ]);
  });

  it('through its page names workspace and owner, and ends only in the browser that opened the page', async () => {
    const owner = await register(call, { full_name: '<b>Ada</b>', workspace_name: 'Quiet & Sons' });
    const start = await get('/v1/platform/oauth/start', owner.session);
    const pageUrl = start.body.connect_url.replace('http://pins.test', service.url);
    const page = await fetch(pageUrl);
    const text = await page.text();
    expect(page.status).toBe(200);
    for (const named of ['Quiet &amp; Sons', '&lt;b&gt;Ada&lt;/b&gt;', owner.email]) expect(text).toContain(named);
    const cookie = (page.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const wayOn = /href="(http[^"]+state=[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const back = await approve(wayOn, { username });
    expect(new URL(back, service.url).searchParams.get('state')).not.toBe(start.body.state);
    for (const strange of [{}, { cookie: `pps_browser=${'a'.repeat(43)}` }]) {
      expect(refusal(await call('GET', back, undefined, { ...json, ...strange }))).toEqual([400, 'invalid_state']);
    }
    const request = new URL(pageUrl).searchParams.get('request') ?? '';
    expect(refusal(await call('GET', `/v1/platform/oauth/callback?code=x&state=${request}`, undefined, json))).toEqual([
      400,
      'invalid_state',
    ]);
    expect((await call('GET', back, undefined, { ...json, cookie })).status).toBe(200);
    for (const link of [pageUrl, `${service.url}/app/connect?request=${start.body.state}`, `${service.url}/app/connect`]) {
      const over = await fetch(link);
      expect([over.status, over.headers.get('set-cookie')]).toEqual([400, null]);
    }
  });

  it('sends a browser to the web app', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8' };
    const path = await consentAsPlatformUser(call, session, { username });
    const done = await call('GET', path, undefined, browser);
    const [{ id }] = await accounts();
    expect([done.status, done.headers.get('location')]).toEqual([302, `http://app.test/connections?status=connected&account_id=${id}`]);
    const again = await call('GET', path, undefined, browser);
    expect([again.status, again.headers.get('location')]).toEqual([302, 'http://app.test/connections?error=invalid_state']);
  });

  it('ends when the user refuses, and the state is used', async () => {
    const path = await consentAsPlatformUser(call, session, { username, decision: 'deny' });
    expect(refusal(await call('GET', path, undefined, json))).toEqual([400, 'access_denied']);
    expect(refusal(await call('GET', path, undefined, json))).toEqual([400, 'invalid_state']);
    expect(await accounts('?include_revoked=true')).toEqual([]);
  });

  it('takes a state once, also when two come back at the same time', async () => {
    const path = await consentAsPlatformUser(call, session, { username });
    const answers = await Promise.all([1, 2, 3].map(() => call('GET', path, undefined, json)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await accounts()).toHaveLength(1);
  });

  it('takes no state that was not made here, and no code the platform does not know', async () => {
    const { body } = await get('/v1/platform/oauth/start');
    const callback = (query: string) => call('GET', `/v1/platform/oauth/callback?${query}`, undefined, json);
    expect(refusal(await callback(`code=x&state=${body.state.slice(0, -2)}AA`))).toEqual([400, 'invalid_state']);
    expect(refusal(await callback('code=x&state=nonsense'))).toEqual([400, 'invalid_state']);
    expect(refusal(await callback('code=x'))).toEqual([422, 'validation_error']);
    expect(refusal(await callback(`state=${body.state}`))).toEqual([422, 'validation_error']);
    expect(refusal(await callback(`code=x&state=${body.state}`))).toEqual([400, 'access_denied']);
  });

  it('takes no state after ten minutes', async () => {
    const path = await consentAsPlatformUser(call, session, { username });
    aheadMs = 600_000;
    const answer = await call('GET', path, undefined, json).finally(() => (aheadMs = 0));
    expect(refusal(answer)).toEqual([400, 'invalid_state']);
  });

  it('ends with the session or the key that it was begun with', async () => {
    const key = await newKey(call, session);
    const byKey = await consentAsPlatformUser(call, key.headers, { username });
    const page = new URL((await get('/v1/platform/oauth/start', key.headers)).body.connect_url);
    const bySession = await consentAsPlatformUser(call, session, { username });
    expect((await call('DELETE', `/v1/api-keys/${key.id}`, undefined, session)).status).toBe(204);
    expect((await fetch(`${service.url}${page.pathname}${page.search}`, { headers: { accept: 'text/html' } })).status).toBe(400);
    expect((await call('POST', '/v1/auth/logout', undefined, session)).status).toBe(204);
    for (const path of [byKey, bySession]) expect(refusal(await call('GET', path, undefined, json))).toEqual([400, 'invalid_state']);
  });

  it('says when the platform is in trouble', async () => {
    const path = await consentAsPlatformUser(call, session, { username });
    await service.control('faults', { operation: 'token', status: 503, times: 1 });
    const answer = await call('GET', path, undefined, json);
    expect(refusal(answer)).toEqual([503, 'platform_unavailable']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('shows which scopes the user left out', async () => {
    const accountId = await connectAccount({ scopes: 'user_accounts:read,boards:read,pins:read,pins:write' });
    const [account] = await accounts();
    expect(account).toMatchObject({ health_status: 'reconnect_required', reconnect_required: true });
    expect(account.missing_scopes).toEqual(expect.arrayContaining(['boards:write', 'boards:write_secret']));
    const access = await get(`/v1/platform/boards/77/access?account_id=${accountId}`);
    expect(access.body).toMatchObject({ publishable: false, status: 'failed', code: 'scope_missing', source: 'local' });
  });
});
