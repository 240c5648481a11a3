import { secondFactorStream } from '@pps/identity/events';
import { newId } from '@pps/kernel';
import { send, type TestSimulators } from '../../apps/simulators/testing';
import { logIn, register, type Account } from '../setup/account';
import { bearer, type Answer, type Call } from '../setup/caller';
import { mailboxOf, tokenIn } from '../setup/mailbox-of';
import { startMailService, type MailService } from '../setup/mail-service';
import { authenticator, enableSecondFactor, proveAddress } from '../setup/second-factor';

let simulators: TestSimulators;
let service: MailService;
let call: Call;

beforeAll(async () => {
  service = await startMailService(({ url }) => ({
    GOOGLE_ISSUER: `${url}/identity`,
    GOOGLE_CLIENT_ID: 'pins',
    GOOGLE_CLIENT_SECRET: 'simulated',
  }));
  ({ call, simulators } = service);
});

afterAll(() => service.stop());

type Session = Readonly<Record<string, string>>;
const chosen = 'a horse of the owner';
const newAddress = (whose: string) => `${whose}.${newId()}@example.test`;
const factorOf = async (session: Session) => (await call('GET', '/v1/auth/second-factor', undefined, session)).body;

/** A Google account, which stays the same whatever address it goes by. */
async function comeBackFromGoogle(email: string): Promise<string> {
  const { headers } = await call('GET', '/v1/auth/google/login');
  const consent = await send(
    'POST',
    headers.get('location') ?? '',
    new URLSearchParams({ decision: 'approve', email, name: 'Mallory', email_verified: 'true' }),
  );
  const back = new URL(consent.headers.get('location') ?? '');
  const page = await call('GET', back.pathname + back.search);
  return new URL(page.headers.get('location') ?? '').searchParams.get('token') ?? '';
}

const complete = (token: string): Promise<Answer> => call('POST', '/v1/auth/google/complete', { token });

/** Leads an account to an address that its holder does not have; he approves it in his own mailbox. */
async function moveTo(victim: string, own: string, session: Session): Promise<void> {
  expect((await call('POST', '/v1/auth/email/change/request', { new_email: victim }, session)).status).toBe(200);
  const token = tokenIn(await mailboxOf(simulators, own).newest(/Approve/));
  expect((await call('GET', `/v1/auth/email/change/confirm?token=${token}`)).status).toBe(200);
}

/** The owner of the address takes the account by a mailed link, and signs in. */
async function takeOver(victim: string): Promise<Answer> {
  expect((await call('POST', '/v1/auth/forgot-password', { email: victim })).status).toBe(200);
  const token = tokenIn(await mailboxOf(simulators, victim).newest(/new password/));
  expect((await call('POST', '/v1/auth/reset-password', { token, password: chosen })).status).toBe(200);
  return logIn(call, victim, chosen);
}

async function proven(): Promise<Account> {
  const account = await register(call);
  await proveAddress(service.parts.streams, account);
  return account;
}

test('whoever signed up by Google and moved the account to an address signs in there no more once its owner has reset the password', async () => {
  const [own, victim] = [newAddress('mallory'), newAddress('victim')];
  const signedUp = await complete(await comeBackFromGoogle(own));
  const { organization } = signedUp.body;
  await moveTo(victim, own, bearer(signedUp.body.access_token));
  const pending = await comeBackFromGoogle(own);
  const owner = await takeOver(victim);
  expect([owner.status, owner.body.organization.id]).toEqual([200, organization.id]);
  expect((await complete(pending)).body.error.code).toBe('invalid_token');
  const again = await complete(await comeBackFromGoogle(own));
  expect([again.status, again.body.is_new_user, again.body.user.email]).toEqual([200, true, own]);
  expect(again.body.organization.id).not.toBe(organization.id);
  const told = await mailboxOf(simulators, victim).newest(/password was chosen/);
  expect(told.text).toContain('no Google account signs in any more, a second factor and its recovery codes are off');
});

test('a former Google account of the same person signs in no more, before and after such a reset', async () => {
  const [first, second, victim] = [newAddress('mallory'), newAddress('mallory'), newAddress('victim')];
  const signedUp = await complete(await comeBackFromGoogle(first));
  const session = bearer(signedUp.body.access_token);
  const { organizationId, userId } = { organizationId: signedUp.body.organization.id, userId: signedUp.body.user.id };
  await moveTo(second, first, session);
  await proveAddress(service.parts.streams, { userId });
  expect((await complete(await comeBackFromGoogle(second))).body.organization.id).toBe(organizationId);
  await moveTo(victim, second, session);
  expect((await takeOver(victim)).body.organization.id).toBe(organizationId);
  for (const email of [first, second]) {
    const back = await complete(await comeBackFromGoogle(email));
    expect([back.status, back.body.user.email]).toEqual([200, email]);
    expect(back.body.organization.id).not.toBe(organizationId);
  }
});

test('a second factor ends with the address that was proven, so that it locks nobody out of the next', async () => {
  const [stranger, victim] = [await proven(), newAddress('victim')];
  await enableSecondFactor(call, stranger);
  await moveTo(victim, stranger.email, stranger.session);
  expect(await factorOf(stranger.session)).toMatchObject({ enabled: false, setup_pending: false, recovery_codes_left: 0 });
  expect((await logIn(call, victim)).status).toBe(200);
  expect((await call('POST', '/v1/auth/second-factor/setup', {}, stranger.session)).status).toBe(409);
  const owner = await takeOver(victim);
  expect(owner.status).toBe(200);
  expect(await factorOf(bearer(owner.body.access_token))).toMatchObject({ enabled: false, recovery_codes_left: 0 });
  const told = await mailboxOf(simulators, stranger.email).newest(/address of your account was changed/);
  expect(told.text).toContain('A second factor has ended with it');
});

test('a secret that was shown before the change of address turns nothing on after it', async () => {
  const [stranger, victim] = [await proven(), newAddress('victim')];
  const { body } = await call('POST', '/v1/auth/second-factor/setup', {}, stranger.session);
  await moveTo(victim, stranger.email, stranger.session);
  const code = authenticator(body.secret).code();
  expect((await call('POST', '/v1/auth/second-factor/confirm', { code }, stranger.session)).status).toBe(409);
  await proveAddress(service.parts.streams, stranger);
  expect((await call('POST', '/v1/auth/second-factor/confirm', { code }, stranger.session)).status).toBe(409);
});

test('one that an earlier release had left on asks for nothing while the address is unproven, and ends with the reset or the proof', async () => {
  for (const prove of ['reset', 'link'] as const) {
    const [stranger, victim] = [await proven(), newAddress('victim')];
    await enableSecondFactor(call, stranger);
    // The second factor is put back, as it was before its end was recorded.
    await moveTo(victim, stranger.email, stranger.session);
    await enableAgain(stranger);
    expect((await logIn(call, victim)).status).toBe(200);
    if (prove === 'reset') expect((await takeOver(victim)).status).toBe(200);
    else {
      const token = tokenIn(await mailboxOf(simulators, victim).newest(/Verify/));
      expect((await call('GET', `/v1/auth/email/verify?token=${token}`)).status).toBe(200);
      expect((await logIn(call, victim)).status).toBe(200);
    }
  }
});

async function enableAgain({ userId }: Account): Promise<void> {
  const origin = { actor: { type: 'user', id: userId }, occurredAt: new Date().toISOString() } as const;
  const enabled = { userId, secretRef: newId(), step: 1, recoveryCodeHashes: [], enabledAt: origin.occurredAt };
  await service.parts.streams.decide(secondFactorStream, userId, origin, () => [{ type: 'SecondFactorEnabled', data: enabled }] as const);
}
