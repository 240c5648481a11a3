import { userStream } from '@pps/identity/events';
import { newId } from '@pps/kernel';
import type { TestSimulators } from '../../apps/simulators/testing';
import { logIn, newKey, password, register } from '../setup/account';
import type { Call } from '../setup/caller';
import { mailboxOf, tokenIn } from '../setup/mailbox-of';
import { startMailService, type MailService } from '../setup/mail-service';

const datetime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const aboutChanges = /Approve/;
const aboutVerification = /Verify/;

let simulators: TestSimulators;
let service: MailService;
let call: Call;

beforeAll(async () => {
  service = await startMailService();
  ({ call, simulators } = service);
});

afterAll(() => service.stop());

type Session = Readonly<Record<string, string>>;
const ask = (session: Session, new_email: string) => call('POST', '/v1/auth/email/change/request', { new_email }, session);
const confirm = (token: string) => call('GET', `/v1/auth/email/change/confirm?token=${token}`);
const userOf = async (session: Session) => (await call('GET', '/v1/auth/me', undefined, session)).body.user;
/** The least that is left of a minute that began after that moment, in seconds. */
const leftOfMinute = (sinceMs: number) => 60 - (Date.now() - sinceMs) / 1_000;
const newAddress = () => `grace.${newId()}@example.test`;

test("the old address approves the new one, which is then the account's, and is free itself", async () => {
  const { email, session, userId } = await register(call);
  const verification = await mailboxOf(simulators, email).newest(aboutVerification);
  expect((await call('GET', `/v1/auth/email/verify?token=${tokenIn(verification)}`)).status).toBe(200);
  const wanted = newAddress();
  const asked = await ask(session, ` ${wanted.toUpperCase()} `);
  expect([asked.status, asked.body]).toEqual([
    200,
    { message: expect.any(String), pending_email: wanted, requested_at: datetime, retry_after_seconds: null },
  ]);
  const profile = (await call('GET', '/v1/auth/profile', undefined, session)).body;
  expect(profile).toMatchObject({ email, pending_email_change_to: wanted, pending_email_change_requested_at: asked.body.requested_at });
  const mail = await mailboxOf(simulators, email).newest(aboutChanges);
  expect(mail.links).toEqual([expect.stringMatching(/^https:\/\/app\.test\/email-change\?token=/)]);
  expect(await mailboxOf(simulators, wanted).all(/./)).toEqual([]);

  const answers = await Promise.all([confirm(tokenIn(mail)), confirm(tokenIn(mail)), confirm(tokenIn(mail))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  const done = answers.find(({ status }) => status === 200);
  expect(done?.body).toEqual({ message: expect.any(String), new_email: wanted, requires_reauthentication: false });
  expect(await userOf(session)).toMatchObject({ email: wanted, email_verified: false });
  expect((await logIn(call, email)).status).toBe(401);
  expect((await logIn(call, wanted)).status).toBe(200);
  expect((await call('GET', '/v1/auth/profile', undefined, session)).body.pending_email_change_to).toBeNull();
  await register(call, { email });

  const told = await mailboxOf(simulators, email).newest(/address of your account was changed/);
  expect([told.links, told.text.includes(wanted)]).toEqual([[], false]);
  const proof = await mailboxOf(simulators, wanted).newest(aboutVerification);
  const vaultRefs = async () => {
    const { state } = await service.parts.streams.load(userStream, userId);
    return state.kind === 'registered' ? [state.passwordRef ?? '', ...state.links.map(({ tokenRef }) => tokenRef)] : [];
  };
  const spent = await vaultRefs();
  expect((await service.parts.vault.getMany(spent)).size).toBe(2);
  // Mail scanners ask by HEAD before a person comes.
  expect((await call('HEAD', `/v1/auth/email/verify?token=${tokenIn(proof)}`)).status).toBe(200);
  expect((await call('GET', `/v1/auth/email/verify?token=${tokenIn(proof)}`)).status).toBe(200);
  expect(await userOf(session)).toMatchObject({ email_verified: true });
  const { text } = await newKey(call, session);
  const aboutKey = await mailboxOf(simulators, wanted).newest(/new API key/);
  expect([aboutKey.text.includes(text.slice(0, 12)), aboutKey.text.includes(text)]).toEqual([true, false]);
  const change = { current_password: password, new_password: 'a better horse' };
  expect((await call('POST', '/v1/auth/change-password', change, session)).status).toBe(200);
  await mailboxOf(simulators, wanted).newest(/password was changed/);
  expect((await service.parts.vault.getMany(spent)).size).toBe(0);
  expect((await mailboxOf(simulators, wanted).all(aboutVerification)).length).toBe(1);
});

test('a taken address is refused, when it is asked for and when it was taken meanwhile', async () => {
  const { email, session } = await register(call);
  const { email: taken } = await register(call);
  for (const address of [taken, taken.toUpperCase(), email]) {
    const { status, body } = await ask(session, address);
    expect([status, body.error.code, body.detail]).toEqual([409, 'account_exists', 'Account already exists']);
  }
  const wanted = newAddress();
  await ask(session, wanted);
  const token = tokenIn(await mailboxOf(simulators, email).newest(aboutChanges));
  await register(call, { email: wanted });
  const late = await confirm(token);
  expect([late.status, late.body.error.code]).toEqual([409, 'account_exists']);
  expect((await userOf(session)).email).toBe(email);
});

test('one mail a minute: the next answers how long to wait and sends nothing', async () => {
  const { email, session } = await register(call);
  const wanted = newAddress();
  const askedMs = Date.now();
  await ask(session, wanted);
  const again = await ask(session, wanted);
  expect([again.status, again.body.pending_email]).toEqual([200, wanted]);
  expect(again.body.retry_after_seconds).toBeGreaterThanOrEqual(leftOfMinute(askedMs));
  const box = mailboxOf(simulators, email);
  await box.newest(aboutVerification);
  const verify = () => call('POST', '/v1/auth/email/verify/request', undefined, session);
  const verifiedMs = Date.now();
  expect((await verify()).body).toEqual({ message: expect.any(String), retry_after_seconds: null });
  const waiting = await verify();
  expect([waiting.status, waiting.body.retry_after_seconds]).toEqual([200, expect.any(Number)]);
  expect(waiting.body.retry_after_seconds).toBeGreaterThanOrEqual(leftOfMinute(verifiedMs));
  await box.newest(aboutVerification, 2);
  await box.newest(aboutChanges);
  expect([(await box.all(aboutVerification)).length, (await box.all(aboutChanges)).length]).toEqual([2, 1]);
});

test('a mistyped new address is corrected within the minute; the first link is void', async () => {
  const { email, session } = await register(call);
  const [mistyped, meant] = [newAddress(), newAddress()];
  const box = mailboxOf(simulators, email);
  await ask(session, mistyped);
  const first = tokenIn(await box.newest(aboutChanges));
  const { body } = await ask(session, meant);
  expect(body).toEqual({ message: expect.any(String), pending_email: meant, requested_at: expect.any(String), retry_after_seconds: null });
  const second = tokenIn(await box.newest(aboutChanges, 2));
  expect((await confirm(first)).status).toBe(400);
  expect((await confirm(second)).body.new_email).toBe(meant);
});

test('a link of no one, and one that is none', async () => {
  const { status, body } = await confirm('x'.repeat(65));
  expect([status, body.error.code]).toEqual([400, 'invalid_token']);
  for (const query of ['', '?token=short', `?token=${'x'.repeat(513)}`]) {
    expect((await call('GET', `/v1/auth/email/change/confirm${query}`)).status).toBe(422);
  }
});
