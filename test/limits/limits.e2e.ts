import { setOwnLimits, type OwnLimitChanges } from '@pps/billing';
import { billingStream } from '@pps/billing/events';
import { newId } from '@pps/kernel';
import type { TestSimulators } from '../../apps/simulators/testing';
import { password } from '../setup/account';
import { bearer, type Answer } from '../setup/caller';
import { mailboxOf, tokenIn } from '../setup/mailbox-of';
import { startMailService, type MailService } from '../setup/mail-service';
import { connectPlatformUser } from '../setup/platform-user';
import { platformSettings } from '../setup/platform-service';

let service: MailService;
let simulators: TestSimulators;

beforeAll(async () => {
  service = await startMailService(({ url }) => ({
    TRUST_PROXY: 'true',
    ADDRESS_LIMITS_WINDOW: '1h',
    PROJECT_LIMITS_WINDOW: '1h',
    MAIL_REQUESTS_WINDOW: '1h',
    LOGIN_FAILURES_PER_EMAIL: '15',
    LOGIN_FAILURES_PER_EMAIL_AND_ADDRESS: '10',
    LOGIN_FAILURES_PER_ADDRESS: '12',
    REGISTRATIONS_PER_ADDRESS: '3',
    LINK_USES_PER_ADDRESS: '3',
    MAIL_REQUESTS_PER_ADDRESS: '3',
    WEBHOOK_TESTS_PER_PROJECT: '2',
    WEBHOOK_REPLAYS_PER_PROJECT: '2',
    SANDBOX_RESETS_PER_PROJECT: '2',
    FRESH_ACCESS_CHECKS_PER_PROJECT: '2',
    BOARD_LISTS_PER_PROJECT: '2',
    REQUEST_LISTS_PER_CREDENTIAL: '2',
    WEBHOOK_TARGETS: 'any',
    DEFAULT_PLAN: 'enterprise',
    ...platformSettings(url),
  }));
  ({ simulators } = service);
});

afterAll(() => service.stop());

let addresses = 0;
/** An address that nobody called from yet. */
const newAddress = () => `198.51.100.${++addresses}`;
const from = (address: string) => ({ 'x-forwarded-for': address });
const call = (path: string, body: object, address: string): Promise<Answer> => service.call('POST', path, body, from(address));
const register = (email: string, address: string) => call('/v1/auth/register', { full_name: 'Ada Byron', email, password }, address);
const logIn = (email: string, address: string, given = password) => call('/v1/auth/login', { email, password: given }, address);
const newEmail = () => `ada.${newId()}@example.test`;
const codeOf = ({ status, body }: Answer) => (status < 300 ? status : body.error.code);

async function newPerson(): Promise<string> {
  const email = newEmail();
  expect((await register(email, newAddress())).status).toBe(201);
  return email;
}

async function fail(times: number, email: string, address: string) {
  for (let n = 0; n < times; n++) expect(codeOf(await logIn(email, address, 'wrong horse'))).toBe('invalid_credentials');
}

async function expectLimited(answer: Answer) {
  expect(codeOf(answer)).toBe('rate_limited');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(800);
}

describe('failed logins', () => {
  it('from one address close it for the person, there only', async () => {
    const email = await newPerson();
    const stranger = newAddress();
    await fail(10, email, stranger);
    await expectLimited(await logIn(email, stranger));
    expect(codeOf(await logIn(email, newAddress()))).toBe(200);
  });

  it('from one address close it for everybody there', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const stranger = newAddress();
    await fail(9, one, stranger);
    await fail(3, newEmail(), stranger);
    await expectLimited(await logIn(other, stranger));
  });

  it('from everywhere close the person’s account, but not where the person signed in, until the password is reset', async () => {
    const email = await newPerson();
    const home = newAddress();
    expect(codeOf(await logIn(email, home))).toBe(200);
    for (let n = 0; n < 5; n++) await fail(3, email, newAddress());
    await expectLimited(await logIn(email, newAddress()));
    await fail(2, email, home);
    expect(codeOf(await logIn(email, home))).toBe(200);
    expect((await call('/v1/auth/forgot-password', { email }, newAddress())).status).toBe(200);
    const token = tokenIn(await mailboxOf(simulators, email).newest(/new password/));
    expect((await call('/v1/auth/reset-password', { token, password: 'a better horse' }, newAddress())).status).toBe(200);
    expect(codeOf(await logIn(email, newAddress(), 'a better horse'))).toBe(200);
  });
});

describe('one client address', () => {
  it('may register, ask for mails and use links a few times, whatever it claims to be; its /64 is one', async () => {
    const attempts = [
      ['/v1/auth/register', () => ({ full_name: 'Ada Byron', email: newEmail(), password }), 201],
      ['/v1/auth/forgot-password', () => ({ email: newEmail() }), 200],
      ['/v1/auth/reset-password', () => ({ token: 'x'.repeat(43), password }), 'invalid_token'],
    ] as const;
    for (const [path, body, usual] of attempts) {
      for (let n = 0; n < 3; n++) expect(codeOf(await call(path, body(), `127.0.0.1, 2001:db8::${n}`))).toBe(usual);
      await expectLimited(await call(path, body(), `127.0.0.1, 2001:db8::ffff`));
      expect(codeOf(await call(path, body(), '2001:db8:0:1::1'))).toBe(usual);
    }
  });
});

describe('one project', () => {
  const session = async () => bearer((await register(newEmail(), newAddress())).body.access_token);

  type Headers = Readonly<Record<string, string>>;
  async function agreeOn(own: Headers, limits: OwnLimitChanges): Promise<void> {
    const { organization } = (await service.call('GET', '/v1/auth/me', undefined, own)).body;
    const at = new Date().toISOString();
    const origin = { organizationId: organization.id, actor: { type: 'system' as const }, occurredAt: at };
    await service.parts.streams.decide(billingStream, organization.id, origin, (state) => setOwnLimits({ limits, at }, state));
  }
  const keyOf = async (session: Headers, more: object = {}): Promise<Headers> => ({
    'x-api-key': (await service.call('POST', '/v1/api-keys', { name: 'a key', ...more }, session)).body.api_key,
  });
  /** The person's session in the sandbox. */
  async function sandboxOf(own: Headers): Promise<Headers> {
    const { body } = await service.call('POST', '/v1/projects/sandbox', undefined, own);
    const { id } = body.projects.find(({ environment }: { environment: string }) => environment === 'sandbox');
    return bearer((await service.call('POST', '/v1/projects/switch', { project_id: id }, own)).body.access_token);
  }

  it.each([
    ['webhooks', '/v1/webhooks', { url: 'http://127.0.0.1:9/' }, { url: 'file:///etc/passwd' }, 422],
    ['api_keys', '/v1/api-keys', { name: 'build' }, { name: 'build', platform_account_ids: [newId()] }, 404],
  ])('has at most so many %s, however many are asked for at once; a deleted one makes room', async (limit, path, body, wrong, status) => {
    const [own, other] = [await session(), await session()];
    await agreeOn(own, { webhooksLimit: 2, apiKeysLimit: 2 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => service.call('POST', path, body, own)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403]);
    const refused = answers.find(({ status }) => status === 403);
    expect(refused?.body.error).toMatchObject({
      code: 'plan_limit',
      limit,
      most: 2,
      used: 2,
      upgrade_url: expect.stringMatching(/billing$/),
    });
    // What is wrong with the body is told first.
    expect((await service.call('POST', path, wrong, own)).status).toBe(status);
    expect((await service.call('POST', path, body, other)).status).toBe(201);
    const made = answers.find(({ status }) => status === 201)?.body.id;
    expect((await service.call('DELETE', `${path}/${made}`, undefined, own)).status).toBe(204);
    expect((await service.call('POST', path, body, own)).status).toBe(201);
  });

  it.each([
    ['tests', 'test', undefined],
    ['replays', 'replay', { since: '2026-01-01T00:00:00Z' }],
  ])('asks for a few %s of its webhooks at a time', async (_, route, body) => {
    const [own, other] = [await session(), await session()];
    const hook = async (headers: Readonly<Record<string, string>>) =>
      (await service.call('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/' }, headers)).body.id;
    const [mine, theirs] = [await hook(own), await hook(other)];
    const ask = (id: string, headers: Readonly<Record<string, string>>) =>
      service.call('POST', `/v1/webhooks/${id}/${route}`, body, headers);
    for (let n = 0; n < 2; n++) expect((await ask(mine, own)).status).toBe(202);
    const refused = await ask(mine, own);
    expect([codeOf(refused), Number(refused.headers.get('retry-after')) > 0]).toEqual(['rate_limited', true]);
    expect((await ask(theirs, other)).status).toBe(202);
    // The project's keys share its limit; a test key has that of the sandbox, one that only reads uses nothing up.
    expect(codeOf(await ask(mine, await keyOf(own)))).toBe('rate_limited');
    const inSandbox = await sandboxOf(own);
    const [test, reads] = [await keyOf(inSandbox), await keyOf(inSandbox, { scopes: ['read'] })];
    const simulated = await hook(inSandbox);
    for (let n = 0; n < 3; n++) expect(codeOf(await ask(simulated, reads))).toBe('insufficient_scope');
    for (let n = 0; n < 2; n++) expect((await ask(simulated, test)).status).toBe(202);
    expect(codeOf(await ask(simulated, inSandbox))).toBe('rate_limited');
  });

  it('lists requests a few times by each credential, and looks one up as often as it is asked', async () => {
    const address = newAddress();
    const { body } = await register(newEmail(), address);
    const session = bearer(body.access_token);
    const { body: made } = await service.call('POST', '/v1/api-keys', { name: 'A key', scopes: ['read'] }, session);
    const key = { 'x-api-key': made.api_key };
    const list = (who: Readonly<Record<string, string>>) => service.call('GET', '/v1/requests', undefined, who).then(codeOf);
    expect([await list(key), await list(key), await list(key)]).toEqual([200, 200, 'rate_limited']);
    expect(await list(session)).toBe(200);
    for (let n = 0; n < 3; n += 1) expect(codeOf(await service.call('GET', `/v1/requests/${newId()}`, undefined, key))).toBe('not_found');
  });

  it('lists boards and checks access anew a few times at a time; what was refused did not count, and a sandbox has its own', async () => {
    const own = await session();
    const call = (method: string, path: string, headers: Readonly<Record<string, string>>, body?: object) =>
      service.call(method, path, body, headers);
    const connect = async (username: string) => (await connectPlatformUser(service.call, own, { username })).body.account_id as string;
    const [first, second] = [await connect('ada'), await connect('bob')];
    const { body: narrow } = await call('POST', '/v1/api-keys', own, { name: 'one', platform_account_ids: [first] });
    const key = { 'x-api-key': narrow.api_key };
    const list = (headers: Readonly<Record<string, string>>, accountId: string) =>
      call('GET', `/v1/platform/boards?account_id=${accountId}`, headers);
    for (let n = 0; n < 3; n++) expect(codeOf(await list(key, second))).toBe('account_not_permitted');
    const { body: boards } = await list(key, first);
    expect((await list(own, second)).status).toBe(200);
    // One limit for the project: its keys and people share it.
    expect([codeOf(await list(own, first)), codeOf(await list(key, first))]).toEqual(['rate_limited', 'rate_limited']);
    const check = (headers: Readonly<Record<string, string>>, accountId: string, fresh: boolean) =>
      call('GET', `/v1/platform/boards/${boards[0].id}/access?account_id=${accountId}&fresh=${fresh}`, headers);
    for (let n = 0; n < 3; n++) expect(codeOf(await check(key, second, true))).toBe('account_not_permitted');
    for (let n = 0; n < 2; n++) expect((await check(key, first, true)).status).toBe(200);
    expect([codeOf(await check(own, first, true)), (await check(own, first, false)).status]).toEqual(['rate_limited', 200]);
    const inSandbox = await sandboxOf(own);
    const { body: simulated } = await call('GET', '/v1/platform/accounts', inSandbox);
    expect((await list(inSandbox, simulated[0].id)).status).toBe(200);
  });

  it('resets its sandbox a few times at a time; a key that may not, and a reset before there was one, have not used any up', async () => {
    const [own, other] = [await session(), await session()];
    const reset = (headers: Readonly<Record<string, string>>) => service.call('POST', '/v1/projects/sandbox/reset', undefined, headers);
    for (let n = 0; n < 3; n++) expect(codeOf(await reset(own))).toBe('not_found');
    for (const each of [own, other]) expect((await service.call('POST', '/v1/projects/sandbox', undefined, each)).status).toBe(201);
    const { body } = await service.call('POST', '/v1/api-keys', { name: 'reads', scopes: ['read'] }, own);
    for (let n = 0; n < 3; n++) expect(codeOf(await reset({ 'x-api-key': body.api_key }))).toBe('insufficient_scope');
    for (let n = 0; n < 2; n++) expect((await reset(own)).status).toBe(200);
    expect([codeOf(await reset(own)), (await reset(other)).status]).toEqual(['rate_limited', 200]);
    expect(codeOf(await reset(await keyOf(own, { scopes: ['destructive'] })))).toBe('rate_limited');
  });

  it('is not charged for tests and replays of webhooks that are not its own', async () => {
    const [own, other] = [await session(), await session()];
    const { body } = await service.call('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/' }, own);
    const test = (headers: Readonly<Record<string, string>>, id: string) =>
      service.call('POST', `/v1/webhooks/${id}/test`, undefined, headers);
    for (let n = 0; n < 3; n++) expect((await test(own, newId())).status).toBe(404);
    for (let n = 0; n < 3; n++) expect((await test(other, body.id)).status).toBe(404);
    expect((await test(own, body.id)).status).toBe(202);
  });
});

test('an answer says what is left of the limit that it was counted against, and a refusal when it is over', async () => {
  const address = newAddress();
  const fields = ({ headers }: Answer) => [headers.get('ratelimit'), headers.get('ratelimit-policy')];
  const policy = '"registrations";q=3;w=3600';
  for (const left of [2, 1, 0])
    expect(fields(await register(newEmail(), address))).toEqual([
      expect.stringMatching(`^"registrations";r=${left};t=3[56]\\d\\d$`),
      policy,
    ]);
  for (let n = 0; n < 2; n += 1) {
    const refused = await register(newEmail(), address);
    expect(refused.status).toBe(429);
    expect(fields(refused)).toEqual([`"registrations";r=0;t=${refused.headers.get('retry-after')}`, policy]);
  }
  const { body } = await register(newEmail(), newAddress());
  const session = bearer(body.access_token);
  expect(fields(await service.call('GET', '/v1/pins', undefined, session))).toEqual([null, null]);
  // What is refused before it is counted says nothing of a limit.
  expect(fields(await service.call('POST', `/v1/webhooks/${newId()}/test`, undefined, session))).toEqual([null, null]);
  const hook = await service.call('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/x', events: ['*'] }, session);
  const tested = await service.call('POST', `/v1/webhooks/${hook.body.id}/test`, undefined, session);
  expect([tested.status, ...fields(tested)]).toEqual([
    202,
    expect.stringMatching(/^"webhook_tests";r=1;t=\d+$/),
    '"webhook_tests";q=2;w=3600',
  ]);
});
