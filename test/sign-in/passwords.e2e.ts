import { streamName } from '@pps/event-store';
import { userStream, type PasswordReset } from '@pps/identity/events';
import { newId } from '@pps/kernel';
import { unprovenAccess } from '@pps/use-cases';
import type { TestSimulators } from '../../apps/simulators/testing';
import { logIn, newKey, password, register, type Account } from '../setup/account';
import { bearer, type Answer, type Call } from '../setup/caller';
import { mailboxOf, tokenIn } from '../setup/mailbox-of';
import { startMailService, type MailService } from '../setup/mail-service';
import { enableSecondFactor, proveAddress } from '../setup/second-factor';

let simulators: TestSimulators;
let service: MailService;
let call: Call;

beforeAll(async () => {
  service = await startMailService(() => ({ WEBHOOK_TARGETS: 'any' }));
  ({ call, simulators } = service);
});

afterAll(() => service.stop());

const aboutPasswords = /new password/;
const forgot = (email: string) => call('POST', '/v1/auth/forgot-password', { email });
const reset = (body: object) => call('POST', '/v1/auth/reset-password', body);
const me = (session: Readonly<Record<string, string>>) => call('GET', '/v1/auth/me', undefined, session);

async function resetToken({ email }: Account): Promise<string> {
  expect((await forgot(email)).status).toBe(200);
  return tokenIn(await mailboxOf(simulators, email).newest(aboutPasswords));
}

function expectInvalid({ status, body }: Answer) {
  expect([status, body.error.code, body.detail]).toEqual([400, 'invalid_token', 'Invalid or expired password reset token']);
}

test('a forgotten password: the same answer for everybody, one mail a minute, a link that works once and ends every session', async () => {
  const account = await register(call);
  const key = await newKey(call, account.session);
  const answers = [await forgot(account.email), await forgot(account.email), await forgot('nobody@example.test')];
  for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
  const box = mailboxOf(simulators, account.email);
  const mail = await box.newest(aboutPasswords);
  expect(mail.links).toEqual([expect.stringMatching(/^https:\/\/app\.test\/reset-password\?token=[\w-]{43,}$/)]);
  expect(mail.html).toContain('/reset-password?token=');
  const token = tokenIn(mail);
  expect((await reset({ token, password: 'a better horse' })).status).toBe(200);
  expectInvalid(await reset({ token, password: 'a better horse' }));
  expect((await me(account.session)).status).toBe(401);
  expect((await logIn(call, account.email)).status).toBe(401);
  const again = await logIn(call, account.email, 'a better horse');
  expect([again.status, again.body.user.email_verified]).toEqual([200, true]);
  // The address was not proven before: whoever registered it may have been somebody else.
  expect((await call('GET', '/v1/api-keys', undefined, key.headers)).status).toBe(401);
  const { body: keys } = await call('GET', '/v1/api-keys', undefined, bearer(again.body.access_token));
  expect(keys.map(({ revoked_at }: { revoked_at: string | null }) => revoked_at)).toEqual([expect.any(String)]);
  expect(await box.all(aboutPasswords)).toHaveLength(1);
  expect(await mailboxOf(simulators, 'nobody@example.test').all(/./)).toEqual([]);
});

test('one of a hundred uses of a link at once, on two processes, succeeds', async () => {
  const other = await service.another();
  const account = await register(call);
  const token = await resetToken(account);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      (n % 2 ? call : other)('POST', '/v1/auth/reset-password', { token, password: `a horse of number ${n}` }),
    ),
  );
  const winners = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
  expect(winners).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(99);
  expect((await logIn(call, account.email, `a horse of number ${winners[0]}`)).status).toBe(200);
});

test('a link that is missing, malformed, forged or of nobody; a password that will not do', async () => {
  const account = await register(call);
  const token = await resetToken(account);
  const forged = token.slice(0, -4) + (token.endsWith('AAAA') ? 'BBBB' : 'AAAA');
  for (const wrong of [undefined, null, 7, '', 'short', 'x'.repeat(65), forged])
    expectInvalid(await reset({ token: wrong, password: 'a better horse' }));
  expectInvalid(await reset({}));
  expectInvalid(await call('POST', '/v1/auth/reset-password'));
  const refused = [await reset({ token, password: 'short' }), await reset({ token, password: account.email.toUpperCase() })];
  for (const { status, body } of refused) expect([status, body.error.errors[0].loc]).toEqual([422, ['body', 'password']]);
  expect((await reset({ token, password: 'a better horse' })).status).toBe(200);
});

describe('a changed password', () => {
  const change = (headers: Readonly<Record<string, string>>, current: string, next: string) =>
    call('POST', '/v1/auth/change-password', { current_password: current, new_password: next }, headers);

  it('keeps the session it was changed in and ends the others', async () => {
    const account = await register(call);
    const other = bearer((await logIn(call, account.email)).body.access_token);
    expect((await change(account.session, password, 'a better horse')).status).toBe(200);
    expect((await me(account.session)).status).toBe(200);
    expect((await me(other)).status).toBe(401);
    const switched = await call('POST', '/v1/projects/switch', { project_id: account.projectId }, account.session);
    expect((await me(bearer(switched.body.access_token))).status).toBe(200);
    expect((await change(account.session, 'a better horse', 'the best horse')).status).toBe(200);
    expect((await me(account.session)).status).toBe(200);
    expect((await me(bearer(switched.body.access_token))).status).toBe(200);
    expect((await logIn(call, account.email, 'the best horse')).status).toBe(200);
  });

  it('ends them at once on every process, also where they were used a moment before', async () => {
    const elsewhere = await service.another();
    const account = await register(call);
    const other = bearer((await logIn(call, account.email)).body.access_token);
    const used = async () => (await elsewhere('GET', '/v1/auth/me', undefined, other)).status;
    for (const status of [200, 200]) expect(await used()).toBe(status);
    expect((await change(account.session, password, 'a better horse')).status).toBe(200);
    expect(await used()).toBe(401);
  });

  it('ends every session when it is changed with a key', async () => {
    const account = await register(call);
    const key = await newKey(call, account.session);
    expect((await change(key.headers, password, 'a better horse')).status).toBe(200);
    expect((await me(account.session)).status).toBe(401);
    expect((await call('GET', '/v1/api-keys', undefined, key.headers)).status).toBe(200);
  });

  it('takes the old one for it, ten times at most', async () => {
    const account = await register(call);
    for (let failures = 0; failures < 10; failures++) {
      const { status, body } = await change(account.session, 'wrong horse', 'a better horse');
      expect([status, body.error.code, body.error.errors[0].loc]).toEqual([422, 'validation_error', ['body', 'current_password']]);
    }
    expect((await change(account.session, password, 'a better horse')).status).toBe(429);
  });

  it('is not the address', async () => {
    const account = await register(call);
    const { status, body } = await change(account.session, password, account.email);
    expect([status, body.error.errors[0].loc]).toEqual([422, ['body', 'new_password']]);
  });
});

describe('an address that somebody else registered, and nobody ever verified', () => {
  type Headers = Readonly<Record<string, string>>;

  async function newWebhook(headers: Headers): Promise<string> {
    const { status, body } = await call('POST', '/v1/webhooks', { url: 'https://impostor.example.test/' }, headers);
    expect([status, body.error]).toEqual([201, undefined]);
    return body.id;
  }

  /** What an impostor makes in both projects, with a key that made another one. */
  async function impostor() {
    const account = await register(call);
    const { session, projectId: production } = account;
    const { body } = await call('POST', '/v1/projects/sandbox', undefined, session);
    const { id: sandbox } = body.projects.find(({ environment }: { environment: string }) => environment === 'sandbox');
    const inSandbox = bearer((await call('POST', '/v1/projects/switch', { project_id: sandbox }, session)).body.access_token);
    const key = await newKey(call, session);
    const keys = [key, await newKey(call, key.headers), await newKey(call, inSandbox)];
    const webhooks = { [production]: await newWebhook(key.headers), [sandbox]: await newWebhook(inSandbox) };
    return { account, keys, webhooks };
  }

  /** Keys and webhooks as the owner sees them, in each project. */
  async function seenBy(session: Headers, webhooks: Readonly<Record<string, string>>) {
    const seen = await Promise.all(
      Object.entries(webhooks).map(async ([project_id, webhookId]) => {
        const { body } = await call('POST', '/v1/projects/switch', { project_id }, session);
        const headers = bearer(body.access_token);
        const { body: webhook } = await call('GET', `/v1/webhooks/${webhookId}`, undefined, headers);
        const { body: keys } = await call('GET', '/v1/api-keys', undefined, headers);
        return [webhook.disabled_reason, keys.filter(({ revoked_at }: { revoked_at: string | null }) => revoked_at === null)];
      }),
    );
    return seen;
  }

  it('is its owner’s alone after a reset: keys, webhooks, sessions and requests of the impostor end, and the mails say so', async () => {
    const { account, keys, webhooks } = await impostor();
    const wanted = `impostor.${newId()}@example.test`;
    expect((await call('POST', '/v1/auth/email/change/request', { new_email: wanted }, account.session)).status).toBe(200);
    expect((await call('POST', '/v1/auth/account/delete', { password }, account.session)).status).toBe(202);
    const box = mailboxOf(simulators, account.email);
    const change = tokenIn(await box.newest(/new e-mail address/));
    expect((await reset({ token: await resetToken(account), password: 'a better horse' })).status).toBe(200);
    for (const { headers } of keys) expect((await call('GET', '/v1/api-keys', undefined, headers)).status).toBe(401);
    expect((await me(account.session)).status).toBe(401);
    const signedIn = await logIn(call, account.email, 'a better horse');
    const owner = bearer(signedIn.body.access_token);
    expect(signedIn.body.user.email_verified).toBe(true);
    expect(await seenBy(owner, webhooks)).toEqual([
      ['key_revoked', []],
      ['key_revoked', []],
    ]);
    expect((await call('GET', '/v1/auth/profile', undefined, owner)).body.pending_email_change_to).toBeNull();
    const confirmed = await call('GET', `/v1/auth/email/change/confirm?token=${change}`);
    expect([confirmed.status, confirmed.body.error.code]).toEqual([400, 'invalid_token']);
    expect((await call('POST', '/v1/auth/account/delete/cancel', undefined, owner)).status).toBe(409);
    expect((await box.newest(aboutPasswords)).text).toContain('revokes every API key of the account and disables its webhooks');
    expect((await box.newest(/password was chosen/)).text).toContain(
      'every session and API key has ended, no Google account signs in any more',
    );
  });

  it('is so too where the process ended in the middle of the reset, and what the owner has made since stays', async () => {
    const { account, keys, webhooks } = await impostor();
    const { streams, store, db, freshness } = service.parts;
    const resetAt = new Date().toISOString();
    const origin = { organizationId: account.organizationId, actor: { type: 'system' }, occurredAt: resetAt } as const;
    await streams.decide(userStream, account.userId, origin, (state): PasswordReset[] => {
      if (state.kind !== 'registered' || state.passwordRef === null) throw new Error('no password');
      return [{ type: 'PasswordReset', data: { passwordRef: state.passwordRef, resetAt, provenEmailHash: state.emailHash } }];
    });
    for (const { headers } of keys) expect((await call('GET', '/v1/api-keys', undefined, headers)).status).toBe(401);
    const owner = bearer((await logIn(call, account.email)).body.access_token);
    const kept = await newKey(call, owner);
    const keptWebhook = await newWebhook(owner);
    const facts = (await store.read(streamName(userStream, account.userId))).filter(({ type }) => type === 'PasswordReset');
    const process = unprovenAccess({ streams, db, freshness, clock: () => new Date() });
    for (let round = 0; round < 2; round++) await process.react(facts, null);
    expect(await seenBy(owner, webhooks)).toEqual([
      ['key_revoked', [expect.objectContaining({ id: kept.id })]],
      ['key_revoked', []],
    ]);
    expect((await call('GET', `/v1/webhooks/${keptWebhook}`, undefined, owner)).body.is_enabled).toBe(true);
  });
});

test('a reset does not switch the second factor off, and the owner is told what happened to it', async () => {
  const account = await register(call);
  await proveAddress(service.parts.streams, account);
  const { recoveryCodes } = await enableSecondFactor(call, account);
  expect((await reset({ token: await resetToken(account), password: 'a better horse' })).status).toBe(200);
  const first = await logIn(call, account.email, 'a better horse');
  expect([first.status, first.body.error.code]).toEqual([401, 'second_factor_required']);
  const [recovery_code] = recoveryCodes;
  const signedIn = await call('POST', '/v1/auth/login/second-factor', { ticket: first.body.error.ticket, recovery_code });
  expect(signedIn.status).toBe(200);
  const off = await call('POST', '/v1/auth/second-factor/disable', { password: 'a better horse' }, bearer(signedIn.body.access_token));
  expect(off.status).toBe(200);
  const box = mailboxOf(simulators, account.email);
  for (const subject of [
    /^Signing in asks for a second factor now$/,
    /^A recovery code was used$/,
    /^The second factor was switched off$/,
  ]) {
    expect((await box.newest(subject)).links).toEqual([]);
  }
});
