import { newId } from '@pps/kernel';
import { register, type Account } from '../setup/account';
import { bearer } from '../setup/caller';
import { startService, type RunningService } from '../setup/running-service';

let service: RunningService;
let account: Account;
let sandbox: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await startService({ WEBHOOK_TARGETS: 'any', DEFAULT_PLAN: 'pro' });
  account = await register(service.call);
  const created = await service.call('POST', '/v1/projects/sandbox', {}, account.session);
  const id = created.body.projects.find(({ environment }: { environment: string }) => environment === 'sandbox').id;
  sandbox = bearer((await service.call('POST', '/v1/projects/switch', { project_id: id }, account.session)).body.access_token);
});
afterAll(() => service.stop());

it.each([
  ['of a second factor, an address that is not proven', 'POST', '/v1/auth/second-factor/setup', undefined, 409, /verify\/request/],
  [
    'of a sign-in, a ticket that is over',
    'POST',
    '/v1/auth/login/second-factor',
    { ticket: 'x'.repeat(40), code: '123456' },
    400,
    /log in again/i,
  ],
  [
    'of a Google sign-in, a token that is over',
    'POST',
    '/v1/auth/google/complete',
    { token: 'x'.repeat(43) },
    400,
    /GET \/v1\/auth\/google\/login/,
  ],
  ['of an export, that there is none', 'GET', '/v1/auth/account/export', undefined, 404, /POST \/v1\/auth\/account\/export/],
  ['of a session, that there is none', 'DELETE', `/v1/auth/sessions/${newId()}`, undefined, 404, /GET \/v1\/auth\/sessions/],
  ['of a pin, that there is none', 'GET', `/v1/pins/${newId()}`, undefined, 404, /^Check the id/],
  ['of a deletion, that none is asked for', 'POST', '/v1/auth/account/delete/cancel', undefined, 409, /nothing to cancel/],
  ['of a wrong method', 'PUT', '/v1/pins', {}, 405, /Allow/],
] as const)('says what to do %s', async (_, method, path, body, status, advice) => {
  const answer = await service.call(method, path, body, account.session);
  expect([answer.status, answer.body.error.remediation]).toEqual([status, expect.stringMatching(advice)]);
});

it('says of a file that was not sent as a form how to send it', async () => {
  for (const body of [{ a: 1 }, undefined]) {
    const answer = await service.call('POST', '/v1/assets/images', body, account.session);
    expect([answer.status, answer.body.error.remediation]).toEqual([415, expect.stringMatching(/multipart\/form-data/)]);
  }
});

it('says of a revoked key, and of an as_of before the project, what there is to do', async () => {
  const key = await service.call('POST', '/v1/api-keys', { name: 'a' }, account.session);
  await service.call('DELETE', `/v1/api-keys/${key.body.id}`, undefined, account.session);
  const changed = await service.call('PATCH', `/v1/api-keys/${key.body.id}`, { name: 'b' }, account.session);
  expect([changed.status, changed.body.error.remediation]).toEqual([409, 'Create a new key.']);
  const before = await service.call('GET', '/v1/billing/status?as_of=2020-01-01T00:00:00Z', undefined, account.session);
  expect([before.status, before.body.error.remediation]).toEqual([404, expect.stringMatching(/later as_of/)]);
});

it('a sandbox is not advised to buy', async () => {
  for (let more = 0; more < 4; more += 1) await connect();
  const full = await service.call('GET', '/v1/platform/oauth/start', undefined, sandbox);
  expect([full.status, full.body.error.remediation]).toEqual([
    403,
    expect.stringMatching(/disconnect an account first; a sandbox has five/),
  ]);
});

async function connect(): Promise<void> {
  const { body } = await service.call('GET', '/v1/platform/oauth/start', undefined, sandbox);
  const { pathname, search } = new URL(body.authorization_url);
  await service.call('GET', `${pathname}${search}`, undefined, { accept: 'application/json' });
}
