import { accessStream, secondFactorStream } from '@pps/identity/events';
import { pinctl } from '../operations/projections/pinctl';
import { logIn, newKey, password, register, type Account } from '../setup/account';
import { bearer, type Answer, type Call } from '../setup/caller';
import { eventually } from '../setup/eventually';
import { servedLog, startService, type RunningService } from '../setup/running-service';
import { authenticator, enableSecondFactor, proveAddress } from '../setup/second-factor';

let service: RunningService;
let call: Call;
let elsewhere: Call;
let now = Date.now();
const clock = () => new Date(now);

beforeAll(async () => {
  service = await startService({ TRUST_PROXY: 'true', SECOND_FACTOR_FAILURES_PER_PERSON: '8', EVENTSTORE_URL: servedLog }, clock);
  call = service.call;
  elsewhere = await service.another();
});

afterAll(() => service.stop());

// Each test has time steps of its own.
beforeEach(() => void (now += 300_000));

const verdict = ({ status, body }: Answer) => [status, body?.error?.code];
const from = (address: string) => ({ 'x-forwarded-for': address });
const signIn = (email: string, address = '127.0.0.1', given = password) =>
  call('POST', '/v1/auth/login', { email, password: given }, from(address));
const redeem = (ticket: string, code: object, address = '127.0.0.1', ask = call) =>
  ask('POST', '/v1/auth/login/second-factor', { ticket, ...code }, from(address));
const ticketOf = (answer: Answer): string => answer.body.error.ticket as string;
const accepted = [200, undefined];
const wrongCode = [401, 'invalid_credentials'];
const badTicket = [400, 'invalid_token'];

async function personWithSecondFactor() {
  const ada = await register(call);
  await proveAddress(service.parts.streams, ada);
  return { ...ada, ...(await enableSecondFactor(call, ada, clock)) };
}
const status = async ({ session }: Pick<Account, 'session'>) => (await call('GET', '/v1/auth/second-factor', undefined, session)).body;

test('a secret is shown, nothing is asked for until a code of it confirms it, and then at every sign-in', async () => {
  const ada = await register(call);
  const off = { enabled: false, enabled_at: null, setup_pending: false, recovery_codes_left: 0 };
  expect(await status(ada)).toEqual(off);
  expect(verdict(await call('POST', '/v1/auth/second-factor/setup', {}, ada.session))).toEqual([409, 'conflict']);
  await proveAddress(service.parts.streams, ada);
  const setup = await call('POST', '/v1/auth/second-factor/setup', {}, ada.session);
  expect([setup.status, Object.keys(setup.body)]).toEqual([201, ['secret', 'otpauth_url', 'qr_code_svg', 'expires_at']]);
  expect(new URL(setup.body.otpauth_url).searchParams.get('secret')).toBe(setup.body.secret);
  expect(setup.body.qr_code_svg).toMatch(/^<svg .*<\/svg>$/);
  const app = authenticator(setup.body.secret, clock);
  const confirm = (code: unknown) => call('POST', '/v1/auth/second-factor/confirm', { code }, ada.session);
  const wrong = await confirm(app.wrongCode());
  expect([...verdict(wrong), wrong.body.error.errors[0].loc]).toEqual([422, 'validation_error', ['body', 'code']]);
  expect(await status(ada)).toEqual({ ...off, setup_pending: true });
  expect(verdict(await signIn(ada.email))).toEqual(accepted);
  const confirmed = await confirm(app.code());
  expect([confirmed.status, confirmed.body.recovery_codes.length]).toEqual([200, 10]);
  expect(await status(ada)).toEqual({ enabled: true, enabled_at: clock().toISOString(), setup_pending: false, recovery_codes_left: 10 });
  expect(verdict(await call('POST', '/v1/auth/second-factor/setup', {}, ada.session))).toEqual([409, 'conflict']);

  const first = await signIn(ada.email);
  expect([...verdict(first), first.body.error.expires_in, first.body.access_token]).toEqual([
    401,
    'second_factor_required',
    300,
    undefined,
  ]);
  expect(verdict(await call('GET', '/v1/auth/me', undefined, bearer(ticketOf(first))))).toEqual([401, 'invalid_access_token']);
  // The code that confirmed it was used.
  expect(verdict(await redeem(ticketOf(first), { code: app.code() }))).toEqual(wrongCode);
  now += 30_000;
  const signedIn = await redeem(ticketOf(first), { code: `${app.code().slice(0, 3)} ${app.code().slice(3)}` });
  expect(signedIn.status).toBe(200);
  const { body: me } = await call('GET', '/v1/auth/me', undefined, bearer(signedIn.body.access_token));
  expect(me.user.id).toBe(ada.userId);
  // It counts as fresh, like every other sign-in.
  expect((await call('POST', '/v1/api-keys', { name: 'build' }, bearer(signedIn.body.access_token))).status).toBe(201);
});

test('a code works once and a ticket completes one sign-in, also beside another API at the same moment', async () => {
  const ada = await personWithSecondFactor();
  const tickets = await Promise.all([signIn(ada.email), signIn(ada.email), signIn(ada.email)]).then((all) => all.map(ticketOf));
  const code = ada.app.code();
  const answers = await Promise.all(tickets.map((ticket, n) => redeem(ticket, { code }, undefined, n % 2 ? elsewhere : call)));
  expect(answers.map(verdict).sort()).toEqual([accepted, wrongCode, wrongCode]);
  const winner = tickets[answers.findIndex((answer) => answer.status === 200)] ?? '';
  now += 30_000;
  expect(verdict(await redeem(winner, { code: ada.app.code() }, undefined, elsewhere))).toEqual(badTicket);
  const [recovery = ''] = ada.recoveryCodes;
  const fresh = await Promise.all([signIn(ada.email), signIn(ada.email)]).then((all) => all.map(ticketOf));
  const both = await Promise.all(fresh.map((ticket, n) => redeem(ticket, { recovery_code: recovery }, undefined, n ? elsewhere : call)));
  expect(both.map(verdict).sort()).toEqual([accepted, wrongCode]);
  expect((await status(ada)).recovery_codes_left).toBe(9);
});

test('a ticket is good for five minutes, five tries, and the password that it was got with', async () => {
  const ada = await personWithSecondFactor();
  const worn = ticketOf(await signIn(ada.email));
  for (let tries = 0; tries < 5; tries++) expect(verdict(await redeem(worn, { code: ada.app.wrongCode() }))).toEqual(wrongCode);
  expect(verdict(await redeem(worn, { code: ada.app.code() }))).toEqual(badTicket);
  const changed = ticketOf(await signIn(ada.email));
  const change = { current_password: password, new_password: 'a better horse battery' };
  expect((await call('POST', '/v1/auth/change-password', change, ada.session)).status).toBe(200);
  expect(verdict(await redeem(changed, { code: ada.app.code() }))).toEqual(badTicket);
  const old = ticketOf(await signIn(ada.email, undefined, change.new_password));
  now += 300_000;
  expect(verdict(await redeem(old, { code: ada.app.code() }))).toEqual(badTicket);
  for (const forged of ['x'.repeat(60), `${old.slice(0, -2)}xx`, `${'a'.repeat(40)}.${'b'.repeat(43)}`])
    expect(verdict(await redeem(forged, { code: ada.app.code() }))).toEqual(badTicket);
});

test('a stranger who knows the password uses up his own tries, not those of the person', async () => {
  const ada = await personWithSecondFactor();
  expect(verdict(await redeem(ticketOf(await signIn(ada.email, '192.0.2.1')), { code: ada.app.code() }, '192.0.2.1'))).toEqual(accepted);
  const day = clock().toISOString().slice(0, 10);
  let tries = 0;
  for (const address of ['198.51.100.1', '198.51.100.2']) {
    const ticket = ticketOf(await signIn(ada.email, address));
    for (let n = 0; n < 4; n++, tries++) expect(verdict(await redeem(ticket, { code: ada.app.wrongCode() }, address))).toEqual(wrongCode);
  }
  now += 30_000;
  const stranger = ticketOf(await signIn(ada.email, '198.51.100.3'));
  const limited = await redeem(stranger, { code: ada.app.code() }, '198.51.100.3');
  expect([tries, ...verdict(limited)]).toEqual([8, 429, 'rate_limited']);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(80_000);
  // The same code is good where the person has been before, and a recovery code is everywhere.
  expect(verdict(await redeem(ticketOf(await signIn(ada.email, '192.0.2.1')), { code: ada.app.code() }, '192.0.2.1'))).toEqual(accepted);
  const [recovery] = ada.recoveryCodes;
  expect(verdict(await redeem(stranger, { recovery_code: recovery }, '198.51.100.3'))).toEqual(accepted);
  const failures = await eventually('the recorded failures', async () => {
    const { state } = await service.parts.streams.load(accessStream, `${ada.userId}-${day}`);
    return state.failures === 8 ? state.failures : undefined;
  });
  expect(failures).toBe(8);
});

test('a sign-in that is too old is proven again by both factors, not by the password alone', async () => {
  const ada = await personWithSecondFactor();
  const ben = await register(call);
  now += 25 * 3_600_000;
  const again = (proof: object, { session }: Pick<Account, 'session'> = ada) => call('POST', '/v1/auth/reauthenticate', proof, session);
  const refusals = [
    [{}, 'password'],
    [{ code: ada.app.code() }, 'password'],
    [{ password }, 'code'],
    [{ password: 'wrong horse', code: ada.app.code() }, 'password'],
    [{ password, code: ada.app.wrongCode() }, 'code'],
    [{ password, code: ada.app.code(), recovery_code: ada.recoveryCodes[0] }, 'code'],
  ] as const;
  for (const [proof, field] of refusals) {
    const { status, body } = await again(proof);
    expect([proof, status, body.error.errors?.[0].loc]).toEqual([proof, 422, ['body', field]]);
  }
  const renewed = await again({ password, code: ada.app.code() });
  expect(renewed.status).toBe(200);
  expect((await again({ password, code: ada.app.code() })).status).toBe(422);
  expect((await again({ password, recovery_code: ada.recoveryCodes[1] })).status).toBe(200);
  const key = (headers: Account['session']) => call('POST', '/v1/api-keys', { name: 'more' }, headers);
  expect(verdict(await key(ada.session))).toEqual([403, 'recent_login_required']);
  expect((await key(bearer(renewed.body.access_token))).status).toBe(201);
  expect(verdict(await again({ password, code: ada.app.code() }, ben))).toEqual([409, 'conflict']);
  expect((await again({ password }, ben)).status).toBe(200);
});

test('switching it off, and new recovery codes, want the password or a code, and a sign-in of the last day', async () => {
  const ada = await personWithSecondFactor();
  const at = (what: string, proof: object, headers = ada.session) => call('POST', `/v1/auth/second-factor/${what}`, proof, headers);
  for (const what of ['recovery-codes', 'disable']) {
    expect(verdict(await at(what, {}))).toEqual([422, 'validation_error']);
    expect(verdict(await at(what, { password, code: ada.app.code() }))).toEqual([422, 'validation_error']);
    expect(verdict(await at(what, { password: 'wrong horse' }))).toEqual([422, 'validation_error']);
    const wrong = await at(what, { code: ada.app.wrongCode() });
    expect([...verdict(wrong), wrong.body.error.errors[0].loc]).toEqual([422, 'validation_error', ['body', 'code']]);
  }
  const renewed = await at('recovery-codes', { code: ada.app.code() });
  expect([renewed.status, renewed.body.recovery_codes.length]).toEqual([200, 10]);
  const [former = ''] = ada.recoveryCodes;
  expect(verdict(await at('disable', { recovery_code: former }))).toEqual([422, 'validation_error']);
  now += 25 * 3_600_000;
  expect(verdict(await at('disable', { password }))).toEqual([403, 'recent_login_required']);
  const back = await redeem(ticketOf(await signIn(ada.email)), { recovery_code: renewed.body.recovery_codes[0] });
  const off = await at('disable', { password }, bearer(back.body.access_token));
  expect([off.status, off.body.enabled, off.body.recovery_codes_left]).toEqual([200, false, 0]);
  expect(verdict(await at('disable', { code: ada.app.code() }, bearer(back.body.access_token)))).toEqual([409, 'conflict']);
  expect(verdict(await logIn(call, ada.email))).toEqual(accepted);
});

test('keys are never asked for a code, and never change it', async () => {
  const ada = await personWithSecondFactor();
  const key = await newKey(call, ada.session);
  expect((await call('GET', '/v1/pins', undefined, key.headers)).status).toBe(200);
  for (const what of ['setup', 'confirm', 'recovery-codes', 'disable'])
    expect(verdict(await call('POST', `/v1/auth/second-factor/${what}`, { password, code: '000000' }, key.headers))).toEqual([
      403,
      'session_required',
    ]);
});

test('an operator switches it off for somebody who has lost everything, and the fact names him', async () => {
  const ada = await personWithSecondFactor();
  const { DATABASE_URL = '', EVENTSTORE_URL = '', DATA_DIR } = service.parts.configuration;
  const disable = () => pinctl({ DATABASE_URL, EVENTSTORE_URL, DATA_DIR }, 'users', 'disable-second-factor', ada.userId);
  expect(await disable()).toMatchObject({ code: 0, stdout: `${ada.userId} signs in without a second factor now` });
  expect(verdict(await signIn(ada.email))).toEqual(accepted);
  expect(await disable()).toMatchObject({ code: 0, stdout: `${ada.userId} has no second factor` });
  const [last] = await service.parts.store.read(`${secondFactorStream.category}-${ada.userId}`, 2, 1);
  expect([last?.type, last?.data, last?.metadata.actor.id]).toEqual([
    'SecondFactorDisabled',
    expect.objectContaining({ by: 'operator' }),
    expect.stringMatching(/^operator \S/),
  ]);
  const told = await eventually('the activity', async () => {
    const { body } = await call('GET', '/v1/activity-logs?action=user.second_factor_disabled', undefined, ada.session);
    return (body.items as { actor_type: string; message: string }[])[0];
  });
  expect([told.actor_type, told.message]).toEqual(['admin', 'The second factor was switched off by an operator.']);
});
