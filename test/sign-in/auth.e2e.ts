import { userStream } from '@pps/identity/events';
import { newId } from '@pps/kernel';
import { sign } from 'jsonwebtoken';
import { bearer, type Answer, type Call } from '../setup/caller';
import { startService, type RunningService } from '../setup/running-service';

const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const datetime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const password = 'correct horse';

let service: RunningService;
let call: Call;

beforeAll(async () => {
  service = await startService();
  call = service.call;
});

afterAll(() => service.stop());

const someone = () => ({ full_name: 'Ada Byron', email: `ada.${newId()}@example.test`, password });

function expectError(answer: Answer, status: number, code: string, detail: string) {
  expect([answer.status, answer.body.error.code, answer.body.detail]).toEqual([status, code, detail]);
}

describe('registration', () => {
  it('makes an account on the default plan, with a session', async () => {
    const registration = { ...someone(), workspace_name: 'Analytical Engines', timezone: 'Europe/London' };
    const { status, body } = await call('POST', '/v1/auth/register', registration);
    expect(status).toBe(201);
    const project = {
      id: uuid,
      name: 'Production',
      environment: 'production',
      timezone: 'Europe/London',
      plan: 'playground',
      created_at: datetime,
    };
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'bearer',
      expires_in: 43_200,
      user: {
        id: uuid,
        email: registration.email,
        full_name: 'Ada Byron',
        timezone: 'Europe/London',
        email_verified: false,
        created_at: datetime,
      },
      organization: { id: uuid, name: 'Analytical Engines' },
      active_project: project,
      projects: [project],
      workspace: body.active_project,
      permissions: {
        can_manage_billing: true,
        can_manage_api_keys: true,
        can_publish: true,
        can_manage_members: true,
        can_manage_integrations: true,
        can_delete_assets: true,
        can_reset_sandbox: false,
        can_view_reports: true,
        can_delete_content: true,
      },
    });

    const { access_token, token_type, expires_in, ...session } = body;
    expect([token_type, expires_in]).toEqual(['bearer', 43_200]);
    expect((await call('GET', '/v1/auth/me', undefined, bearer(access_token))).body).toEqual(session);
    const { organization, active_project, projects } = session;
    expect((await call('GET', '/v1/projects', undefined, bearer(access_token))).body).toEqual({ organization, active_project, projects });
  });

  it('refuses an address that has an account, however it is written', async () => {
    const registration = someone();
    expect((await call('POST', '/v1/auth/register', registration)).status).toBe(201);
    const again = { ...registration, email: `  ${registration.email.toUpperCase()} ` };
    expectError(await call('POST', '/v1/auth/register', again), 409, 'account_exists', 'Account already exists');
  });

  it('makes one account of 200 registrations at once, on two processes', async () => {
    const other = await service.another();
    const registration = someone();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => (n % 2 ? call : other)('POST', '/v1/auth/register', registration)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 199 }, () => 409)]);
    const winner = answers.find(({ status }) => status === 201);
    const login = await call('POST', '/v1/auth/login', { email: registration.email, password });
    expect(login.body.user.id).toBe(winner?.body.user.id);
  });

  it.each([
    ['email', 'not an address', 'email_parsing'],
    ['full_name', '', 'string_length'],
    ['password', 'short', 'string_length'],
    ['timezone', 'Mars/Olympus', 'is_time_zone'],
    ['timezone', '+01:00', 'string_pattern_mismatch'],
    ['workspace_name', 'x'.repeat(256), 'string_length'],
    ['is_admin', true, 'unknown_field'],
  ])('%# refuses a wrong %s', async (field, value, type) => {
    const { status, body } = await call('POST', '/v1/auth/register', { ...someone(), [field]: value });
    expect(status).toBe(422);
    expect(body.error.errors).toContainEqual({ loc: ['body', field], msg: expect.any(String), type });
  });

  it.each(['', ' '])('names the workspace after the person when workspace_name is %j', async (workspace_name) => {
    const { status, body } = await call('POST', '/v1/auth/register', { ...someone(), full_name: 'Ada Byron', workspace_name });
    expect([status, body.organization?.name]).toEqual([201, "Ada Byron's workspace"]);
  });

  it('takes and drops what existing clients send along, but nothing else', async () => {
    const extras = { next_path: '/x', marketing_attribution: { source: 'a' }, referral_code: 'r', invite_token: null, timezone: ' ' };
    const registration = { ...someone(), ...extras };
    const { status, body } = await call('POST', '/v1/auth/register', registration);
    expect([status, body.user?.timezone]).toEqual([201, 'UTC']);
    const { email } = registration;
    expect((await call('POST', '/v1/auth/login', { email, password, ...extras, timezone: 'Europe/Vienna' })).status).toBe(200);
    expect((await call('POST', '/v1/auth/login', { email, password, timezone: 'Nowhere' })).status).toBe(422);
    const unknown = await call('POST', '/v1/auth/login', { email, password, otp: '1' });
    expect([unknown.status, unknown.body.detail]).toEqual([422, 'otp: is not a known field']);
  });

  it('refuses the address as password', async () => {
    const registration = someone();
    const { body } = await call('POST', '/v1/auth/register', { ...registration, password: registration.email.toUpperCase() });
    expect(body.error.errors).toMatchObject([{ loc: ['body', 'password'] }]);
  });
});

describe('login', () => {
  it('opens a session with the right password and says the same of a wrong one and of a stranger', async () => {
    const registration = someone();
    const { body: registered } = await call('POST', '/v1/auth/register', registration);
    const { status, body } = await call('POST', '/v1/auth/login', { email: ` ${registration.email.toUpperCase()}`, password });
    expect([status, body]).toEqual([200, { ...registered, access_token: expect.any(String) }]);
    const wrong = await call('POST', '/v1/auth/login', { ...registration, full_name: undefined, password: 'wrong horse' });
    const stranger = await call('POST', '/v1/auth/login', { email: someone().email, password });
    for (const answer of [wrong, stranger]) expectError(answer, 401, 'invalid_credentials', 'Invalid e-mail or password');
  });

  it('is closed after ten failures for an address, on every process, for the right password too', async () => {
    const other = await service.another();
    const { email, ...rest } = someone();
    await call('POST', '/v1/auth/register', { email, ...rest });
    const failures = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? call : other)('POST', '/v1/auth/login', { email, password: 'wrong horse' })),
    );
    expect(failures.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = await other('POST', '/v1/auth/login', { email, password });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  });
});

describe('a flood', () => {
  /** How many of the flood had been answered when `asked` was. */
  async function answeredBefore(flood: readonly Promise<Answer>[], ask: () => Promise<Answer>): Promise<number> {
    let answered = 0;
    for (const one of flood) void one.then(() => answered++);
    const { status } = await ask();
    expect(status).toBe(200);
    const before = answered;
    await Promise.all(flood);
    return before;
  }

  it('of registrations does not hold up a login', async () => {
    const registration = someone();
    await call('POST', '/v1/auth/register', registration);
    const flood = Array.from({ length: 60 }, () => call('POST', '/v1/auth/register', someone()));
    const login = () => call('POST', '/v1/auth/login', { email: registration.email, password });
    expect(await answeredBefore(flood, login)).toBeLessThan(30);
    const statuses = new Set((await Promise.all(flood)).map(({ status }) => status));
    expect(statuses).toContain(201);
    // On a slow machine the last of the flood have waited for as long as they may.
    statuses.delete(429);
    expect([...statuses]).toEqual([201]);
  });
});

describe('credentials', () => {
  const get = (headers: Record<string, string>, path = '/v1/api-keys') => call('GET', path, undefined, headers);

  it('are asked for before anything else', async () => {
    expectError(await get({}), 401, 'missing_credentials', 'Missing API key');
    expectError(await get({ authorization: 'Basic YTpi' }), 401, 'missing_credentials', 'Missing API key');
    expectError(await get({ authorization: 'Bearer nonsense' }), 401, 'invalid_access_token', 'Invalid access token');
    expectError(await get({ authorization: 'Bearer pps_live_nonsense' }), 401, 'invalid_api_key', 'Invalid API key');
    expectError(await get({ 'x-api-key': 'nonsense' }), 401, 'invalid_api_key', 'Invalid API key');
    expectError(await call('POST', '/v1/api-keys', { name: 5 }), 401, 'missing_credentials', 'Missing API key');
    const { body } = await call('POST', '/v1/auth/register', someone());
    expectError(await get({ 'x-api-key': 'nonsense', ...bearer(body.access_token) }), 401, 'invalid_api_key', 'Invalid API key');
  });

  it('are refused when a token was not made by us, or no longer holds', async () => {
    const { body } = await call('POST', '/v1/auth/register', someone());
    const [header, payload] = body.access_token.split('.');
    const key = service.parts.keys.JWT_KEY;
    const keyid = JSON.parse(Buffer.from(header, 'base64url').toString()).kid;
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = {
      none: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
      otherKey: sign(claims, 'another key', { keyid }),
      otherAlgorithm: sign(claims, key, { algorithm: 'HS512', keyid }),
      otherKid: sign(claims, key, { keyid: 'another' }),
      otherAudience: sign({ ...claims, aud: 'elsewhere' }, key, { keyid }),
      expired: sign({ ...claims, exp: claims.iat - 1 }, key, { keyid }),
      missingProject: sign({ ...claims, project: newId() }, key, { keyid }),
      missingUser: sign({ ...claims, sub: newId() }, key, { keyid }),
    };
    for (const [how, token] of Object.entries(forged)) {
      expect([how, (await get(bearer(token))).body.detail]).toEqual([how, 'Invalid access token']);
    }
    expect((await get(bearer(sign(claims, key, { keyid })))).status).toBe(200);

    const origin = { actor: { type: 'system' as const }, occurredAt: new Date().toISOString() };
    const reset = { type: 'PasswordReset' as const, data: { passwordRef: newId(), resetAt: origin.occurredAt } };
    await service.parts.streams.decide(userStream, body.user.id, origin, () => [reset]);
    expectError(await get(bearer(body.access_token)), 401, 'invalid_access_token', 'Invalid access token');
  });
});
