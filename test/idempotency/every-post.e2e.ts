import { newId } from '@pps/kernel';
import { ApiModule } from '../../apps/api/api.module';
import { declaredRoutes } from '../../apps/api/docs/declared-routes';
import type { Parts } from '../../apps/foundation/open-parts';
import { newKey, register, type Account } from '../setup/account';
import type { Answer, Call } from '../setup/caller';
import { requestFor } from '../setup/route-request';
import { startService, type RunningService } from '../setup/running-service';

// Every route that there is, found from the modules.
const posts = declaredRoutes(ApiModule.with({} as Parts)).filter(({ method, path }) => method === 'POST' && path.startsWith('/v1/'));
const honouring = [
  ...['/v1/pins', '/v1/pins/validate', '/v1/pins/batch', '/v1/schedules', '/v1/schedules/validate'],
  ...['/v1/pins/imports/json', '/v1/pins/imports/csv', '/v1/platform/boards', '/v1/assets/images', '/v1/assets/videos'],
  '/v1/proposals',
];
/** Its sender is no client: each of its events is applied once by the event's id. */
const ofTheProvider = '/v1/billing/provider-webhook';

let service: RunningService;
let call: Call;
let account: Account;
let document: Answer['body'];

beforeAll(async () => {
  service = await startService({ WEBHOOK_TARGETS: 'any' });
  call = service.call;
  account = await register(call);
  document = (await call('GET', '/openapi.json')).body;
});

afterAll(() => service.stop());

const others = posts.filter(({ path }) => ![...honouring, ofTheProvider].includes(path));

test.each(others)('POST $path refuses the header, and does nothing', async (route) => {
  const { session, projectId } = account;
  const { path, body } = requestFor(route, { accountId: newId(), keyId: newId(), webhookId: newId(), projectId });
  const answer = await call('POST', path, body, { ...session, 'idempotency-key': newId() });
  expect([answer.status, answer.body.error?.errors]).toEqual([
    422,
    [expect.objectContaining({ loc: ['header', 'Idempotency-Key'], type: 'not_applicable' })],
  ]);
});

test('a key, a webhook and a new workspace are not made with the header', async () => {
  const { session } = account;
  const headers = { ...session, 'idempotency-key': newId() };
  expect((await call('POST', '/v1/api-keys', { name: 'build' }, headers)).status).toBe(422);
  expect((await call('POST', '/v1/webhooks', { url: 'https://hooks.example.test/' }, headers)).status).toBe(422);
  const lists = [await call('GET', '/v1/api-keys', undefined, session), await call('GET', '/v1/webhooks', undefined, session)];
  expect(lists.map(({ body }) => body)).toEqual([[], []]);
  const registration = { full_name: 'Eve', email: `eve.${newId()}@example.test`, password: 'correct horse' };
  expect((await call('POST', '/v1/auth/register', registration, { 'idempotency-key': newId() })).status).toBe(422);
  expect((await call('POST', '/v1/auth/register', registration)).status).toBe(201);
});

test('a caller without a good credential learns that first', async () => {
  const { headers } = await newKey(call, account.session, { scopes: ['read'] });
  const keyed = { ...headers, 'idempotency-key': newId() };
  expect((await call('POST', '/v1/webhooks', {}, keyed)).body.error.code).toBe('insufficient_scope');
  expect((await call('POST', '/v1/webhooks', {}, { 'idempotency-key': newId() })).body.error.code).toBe('missing_credentials');
});

test('a GET, a PATCH and a DELETE do not mind it', async () => {
  const { session } = account;
  expect((await call('GET', '/v1/pins', undefined, { ...session, 'idempotency-key': '' })).status).toBe(200);
});

test.each(posts.filter(({ path }) => path !== ofTheProvider))('/openapi.json says whether POST $path takes it', ({ path }) => {
  const { parameters = [] } = document.paths[path].post;
  const header = parameters.find(({ name }: { name: string }) => name === 'Idempotency-Key');
  if (!honouring.includes(path)) return expect(header).toBeUndefined();
  expect(header).toMatchObject({ in: 'header', required: false, schema: { type: 'string', minLength: 1, maxLength: 255 } });
  expect(header.description).toBeTruthy();
});
