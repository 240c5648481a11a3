import type { RecordedFact } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { unsubscribeToken } from '@pps/identity';
import { logIn, newKey, register } from './setup/account';
import { bearer, type Call } from './setup/caller';
import { mailboxOf, tokenIn } from './setup/mailbox';
import { startMailService, type MailService } from './setup/mail-service';

let service: MailService;
let call: Call;
/** What somebody typed or was told in confidence, by what it is. */
const canaries = new Map<string, string>();
const errorBodies: string[] = [];

const plant = (what: string, text: string) => {
  canaries.set(what, text);
  return text;
};

beforeAll(async () => {
  service = await startMailService(undefined, undefined);
  call = async (method, path, body, headers) => {
    const answer = await service.call(method, path, body, headers);
    if (answer.status >= 400) errorBodies.push(JSON.stringify(answer.body));
    return answer;
  };
  await useEverything();
});

afterAll(() => service.stop());

const secretWord = (what: string) => plant(what, `canary-${newId()}`);

async function useEverything(): Promise<void> {
  const email = plant('e-mail', `canary.${newId()}@example.test`);
  const first = secretWord('password');
  const account = await register(call, { email, password: first, full_name: secretWord('name'), workspace_name: secretWord('workspace') });
  plant('access token', String(account.session['authorization']).slice('Bearer '.length));
  plant('API key', (await newKey(call, account.session)).headers['x-api-key']);
  const box = mailboxOf(service.simulators, email);
  const verification = plant('verification token', tokenIn(await box.newest(/Verify/)));
  await call('GET', `/v1/auth/email/verify?token=${verification}`);
  await call('GET', `/v1/auth/email/verify?token=${verification}`);
  await call('POST', '/v1/auth/forgot-password', { email });
  const reset = plant('reset token', tokenIn(await box.newest(/new password/)));
  const second = secretWord('password after reset');
  await call('POST', '/v1/auth/reset-password', { token: reset, password: second });
  await call('POST', '/v1/auth/reset-password', { token: reset, password: second });
  const session = bearer(plant('second access token', (await logIn(call, email, second)).body.access_token));
  await logIn(call, email, secretWord('wrong password'));
  const third = secretWord('changed password');
  await call('POST', '/v1/auth/change-password', { current_password: secretWord('wrong current password'), new_password: third }, session);
  await call('POST', '/v1/auth/change-password', { current_password: second, new_password: third }, session);
  const wanted = plant('new e-mail', `canary.${newId()}@example.test`);
  await call('POST', '/v1/auth/email/change/request', { new_email: wanted }, session);
  const approval = plant('approval token', tokenIn(await box.newest(/Approve/)));
  await call('GET', `/v1/auth/email/change/confirm?token=${approval}`);
  await call('GET', `/v1/auth/email/change/confirm?token=${approval}`);
  await call(
    'PUT',
    '/v1/auth/profile',
    { tax_id: secretWord('tax id'), billing_email: plant('billing e-mail', `${newId()}@example.test`) },
    session,
  );
  const unsubscribe = plant('unsubscribe token', unsubscribeToken(account.userId, account.projectId, service.parts.keys.EMAIL_HASH_KEY));
  await call('GET', `/v1/email/unsubscribe?workspace_id=${account.projectId}&token=${unsubscribe}`);
  await call('GET', `/v1/email/unsubscribe?workspace_id=${newId()}&token=${unsubscribe}`);
  const hook = { url: 'https://example.com/hook', secret: plant('webhook secret', `canary-secret-${newId()}`) };
  await call('POST', '/v1/webhooks', hook, session);
  await call('POST', '/v1/webhooks', { ...hook, url: 'nowhere' }, session);
  await call('GET', '/v1/api-keys', undefined, { 'x-api-key': plant('wrong key', `pps_live_${newId().replaceAll('-', '')}abcdef`) });
  await call('GET', '/v1/api-keys', undefined, bearer(secretWord('wrong token')));
}

async function facts(): Promise<string> {
  const ending = new AbortController();
  const all: RecordedFact[] = [];
  const head = await service.parts.store.head();
  try {
    for await (const fact of service.parts.store.subscribe(null, ending.signal)) {
      all.push(fact);
      if (fact.position >= head) ending.abort();
    }
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  }
  expect(all.length).toBeGreaterThan(20);
  return JSON.stringify(all, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

/** Every row of every table but the vault's ciphertext, as text. */
async function tables(): Promise<string> {
  const { db } = service.parts;
  const { rows } = await db.raw<{ rows: { place: string }[] }>(
    `select format('%I.%I', schemaname, tablename) as place from pg_tables where schemaname in ('service', 'projection')`,
  );
  expect(rows.length).toBeGreaterThan(10);
  const texts = await Promise.all(
    rows.map(async ({ place }) =>
      (await db.raw<{ rows: { text: string }[] }>(`select t::text as text from ${place} t`)).rows.map(({ text }) => text),
    ),
  );
  return texts.flat().join('\n');
}

function expectNone(text: string): void {
  expect(canaries.size).toBeGreaterThan(18);
  const base64 = (canary: string) => Buffer.from(canary).toString('base64').replace(/=+$/, '');
  const found = [...canaries].filter(
    ([, canary]) => text.includes(canary) || text.includes(base64(canary)) || text.includes(encodeURIComponent(canary)),
  );
  expect(found.map(([what]) => what)).toEqual([]);
}

test('no secret and nothing personal is in a fact', async () => expectNone(await facts()));

test('nor in a table', async () => expectNone(await tables()));

test('nor in a log line', () => {
  expect(service.log.join('\n')).toContain('/v1/auth/reset-password');
  expectNone(service.log.join('\n'));
});

test('nor in the body of an error', () => {
  expect(errorBodies.length).toBeGreaterThan(8);
  expectNone(errorBodies.join('\n'));
});
