import { newId } from '@pps/kernel';
import type { Answer, Call } from '../setup/caller';
import { newKey } from '../setup/account';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { connectPlatformUser, consentAsPlatformUser, newSession, type Headers } from '../setup/platform-user';

const datetime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const json = { accept: 'application/json' };

let service: PlatformService;
let call: Call;
let session: Headers;
let username: string;

beforeAll(async () => {
  service = await startPlatformService();
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

async function connectAccount(): Promise<string> {
  const { status, body } = await connectPlatformUser(call, session, { username });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.account_id;
}

describe("the plan's limit", () => {
  it('stops a second account, but not a reconnection', async () => {
    const accountId = await connectAccount();
    const start = await get('/v1/platform/oauth/start');
    expect([...refusal(start), start.body.error.limit]).toEqual([403, 'plan_limit', 'platform_accounts']);
    expect(refusal(await connectPlatformUser(call, session, { username: `${username}2` }, accountId))).toEqual([409, 'account_mismatch']);
    const again = await connectPlatformUser(call, session, { username }, accountId);
    expect([again.status, again.body.account_id]).toEqual([200, accountId]);
    expect(await accounts()).toMatchObject([{ id: accountId, username }]);
  });

  it('lets one in of twenty who come back from the platform at once for the last account slot', async () => {
    const paths = await Promise.all(
      Array.from({ length: 20 }, (_, index) => consentAsPlatformUser(call, session, { username: `${username}-${index}` })),
    );
    const other = await service.another();
    const answers = await Promise.all(paths.map((path, index) => (index % 2 === 0 ? call : other)('GET', path, undefined, json)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(refusal)).toEqual(Array.from({ length: 19 }, () => [403, 'plan_limit']));
    const [account, ...others] = await accounts();
    expect([account.id, others]).toEqual([answers.find(({ status }) => status === 200)?.body.account_id, []]);
    const facts = await service.parts.store.read(`connections-${account.workspace_id}`);
    expect(facts.map(({ type }) => type)).toEqual(['AccountSlotTaken']);
  });

  it('has room again after a revocation; the revoked account comes back under its own id', async () => {
    const accountId = await connectAccount();
    const revoke = () => call('DELETE', `/v1/platform/accounts/${accountId}`, undefined, session);
    expect((await revoke()).status).toBe(204);
    expect((await revoke()).status).toBe(204);
    expect(await accounts()).toEqual([]);
    expect(await accounts('?include_revoked=true')).toMatchObject([{ id: accountId, health_status: 'revoked', revoked_at: datetime }]);
    const boards = await get(`/v1/platform/boards?account_id=${accountId}`);
    expect(refusal(boards)).toEqual([409, 'account_revoked']);
    expect(boards.body.error.connect_url).toBe(`http://pins.test/v1/platform/oauth/start?account_id=${accountId}`);
    const access = await get(`/v1/platform/boards/1/access?account_id=${accountId}`);
    expect(refusal(access)).toEqual([409, 'account_revoked']);
    expect(access.body.error).toMatchObject({ account_id: accountId, connect_url: boards.body.error.connect_url });

    expect((await connectPlatformUser(call, session, { username: `${username}2` })).status).toBe(200);
    expect(refusal(await connectPlatformUser(call, session, { username }, accountId))).toEqual([403, 'plan_limit']);
    const [other] = await accounts();
    await call('DELETE', `/v1/platform/accounts/${other.id}`, undefined, session);
    expect((await connectPlatformUser(call, session, { username }, accountId)).body.account_id).toBe(accountId);
    expect(await accounts()).toMatchObject([{ id: accountId, health_status: 'healthy', revoked_at: null }]);
  });

  it('holds when several come back at once', async () => {
    const paths = await Promise.all(['a', 'b', 'c'].map((suffix) => consentAsPlatformUser(call, session, { username: username + suffix })));
    const answers = await Promise.all(paths.map((path) => call('GET', path, undefined, json)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(await accounts()).toHaveLength(1);
  });
});

describe('who may name an account', () => {
  it('is the project it belongs to', async () => {
    const accountId = await connectAccount();
    const stranger = await newSession(call);
    for (const path of [
      `/v1/platform/oauth/start?account_id=${accountId}`,
      `/v1/platform/boards?account_id=${accountId}`,
      `/v1/platform/boards/1/access?account_id=${accountId}`,
      `/v1/platform/oauth/start?account_id=${newId()}`,
    ]) {
      expect([path, ...refusal(await get(path, stranger))]).toEqual([path, 404, 'not_found']);
    }
    expect(refusal(await call('DELETE', `/v1/platform/accounts/${accountId}`, undefined, stranger))).toEqual([404, 'not_found']);
    expect(refusal(await get('/v1/platform/boards?account_id=7'))).toEqual([422, 'validation_error']);
    expect(refusal(await get('/v1/platform/boards'))).toEqual([422, 'validation_error']);
  });

  it('is a key that has the scope and the account on its list', async () => {
    const accountId = await connectAccount();
    const key = async (request: object) => (await newKey(call, session, request)).headers;
    const reader = await key({ scopes: ['read'] });
    const revoke = (headers: Headers) => call('DELETE', `/v1/platform/accounts/${accountId}`, undefined, headers);
    expect(refusal(await get('/v1/platform/oauth/start', reader))).toEqual([403, 'insufficient_scope']);
    expect(refusal(await revoke(reader))).toEqual([403, 'insufficient_scope']);
    expect((await get('/v1/platform/accounts', reader)).body).toHaveLength(1);

    const listed = await key({ platform_account_ids: [accountId] });
    const unlisted = newId();
    expect((await get('/v1/platform/accounts', listed)).body).toHaveLength(1);
    for (const path of [`/v1/platform/oauth/start?account_id=${unlisted}`, `/v1/platform/boards?account_id=${unlisted}`]) {
      const answer = await get(path, listed);
      expect([...refusal(answer), answer.body.error.account_id]).toEqual([403, 'account_not_permitted', unlisted]);
    }
    expect((await revoke(listed)).status).toBe(204);
  });
});
