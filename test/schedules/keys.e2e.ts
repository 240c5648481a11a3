import { newId } from '@pps/kernel';
import { newKey } from '../setup/account';
import type { Answer } from '../setup/caller';
import { connectPlatformUser, type Headers } from '../setup/platform-user';
import { newPersona, type Persona } from '../setup/persona';
import { startPlatformService, type PlatformService } from '../setup/platform-service';

let service: PlatformService;
let persona: Persona;
/** Of the account that the narrow key may not use. */
let scheduleId: string;
let jobId: string;
let narrow: Headers;
let readOnly: Headers;

const draft = (fields: object = {}) => ({
  ...{ account_id: persona.accountId, board_id: persona.boardId, title: 'Blue door' },
  ...{ image_url: 'https://images.example.com/door.jpg', run_at: '2099-01-01T00:00:00Z', ...fields },
});

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'growth' });
  persona = await newPersona(service.call);
  scheduleId = (await service.call('POST', '/v1/schedules', draft(), persona.key)).body.id;
  jobId = (await service.call('POST', '/v1/pins/imports/json', [draft()], persona.key)).body.id;
  const other = (await connectPlatformUser(service.call, persona.key, { username: `other-${newId()}` })).body.account_id;
  const scopes = ['read', 'write', 'destructive'];
  narrow = (await newKey(service.call, persona.session, { scopes, platform_account_ids: [other] })).headers;
  readOnly = (await newKey(service.call, persona.session, { scopes: ['read'] })).headers;
});
afterAll(() => service.stop());

const one = () => `/v1/schedules/${scheduleId}`;
const refusal = ({ status, body }: Answer) => [status, body.error?.code];

describe('a key with an allow-list', () => {
  it.each([
    ['GET', '', undefined],
    ['PATCH', '', { title: 'Mine' }],
    ['POST', '/cancel', undefined],
    ['POST', '/retry', undefined],
    ['DELETE', '', undefined],
  ])('is refused a schedule of another account: %s %s', async (method, path, body) => {
    expect(refusal(await service.call(method, `${one()}${path}`, body, narrow))).toEqual([403, 'account_not_permitted']);
  });

  it.each(['cancel', 'retry', 'delete'])('is refused it among many: bulk-%s', async (verb) => {
    const { status, body } = await service.call('POST', `/v1/schedules/bulk-${verb}`, { ids: [scheduleId] }, narrow);
    expect([status, body.results]).toMatchObject([200, [{ status: 'failed', error_code: 'account_not_permitted' }]]);
  });

  it('cannot name the account in a creation, a validation or a list, and lists and forecasts nothing of it', async () => {
    const ask = (method: string, path: string, body?: unknown) => service.call(method, path, body, narrow);
    expect(refusal(await ask('POST', '/v1/schedules', draft()))).toEqual([403, 'account_not_permitted']);
    expect((await ask('POST', '/v1/schedules/validate', draft())).body).toMatchObject({ valid: false });
    expect(refusal(await ask('GET', `/v1/schedules?account_id=${persona.accountId}`))).toEqual([403, 'account_not_permitted']);
    expect((await ask('GET', '/v1/schedules')).body).toEqual([]);
    expect((await ask('GET', '/v1/schedules/forecast?days=31')).body).toEqual({ items: [], quota_exhausted_at: null });
    expect((await ask('GET', `/v1/pins/imports/${jobId}`)).body.results).toEqual([]);
    expect((await ask('GET', `/v1/pins/imports/${jobId}/failed.csv`)).status).toBe(200);
    expect(refusal(await ask('POST', `/v1/pins/imports/${jobId}/cancel`))).toEqual([403, 'account_not_permitted']);
  });
});

it.each([
  ['POST', () => '/v1/schedules', 'write'],
  ['PATCH', one, 'write'],
  ['POST', () => `${one()}/cancel`, 'write'],
  ['POST', () => `${one()}/retry`, 'write'],
  ['DELETE', one, 'destructive'],
  ['POST', () => '/v1/schedules/bulk-cancel', 'write'],
  ['POST', () => '/v1/schedules/bulk-retry', 'write'],
  ['POST', () => '/v1/schedules/bulk-delete', 'destructive'],
  ['POST', () => '/v1/pins/imports/json', 'write'],
  ['POST', () => '/v1/pins/imports/csv', 'write'],
  ['POST', () => `/v1/pins/imports/${jobId}/cancel`, 'write'],
])('a key that may only read is refused %s %s', async (method, path, scope) => {
  const { status, body } = await service.call(method, path(), method === 'DELETE' ? undefined : {}, readOnly);
  expect([status, body.error.code, body.error.required_scope]).toEqual([403, 'insufficient_scope', scope]);
});

it('a key of the sandbox knows no schedule and no import of production', async () => {
  const made = (await service.call('POST', '/v1/projects/sandbox', undefined, persona.session)).body;
  const switched = (await service.call('POST', '/v1/projects/switch', { project_id: made.projects[1].id }, persona.session)).body;
  const { headers, text } = await newKey(service.call, { authorization: `Bearer ${switched.access_token}` });
  expect(text).toMatch(/^pps_test_/);
  const ask = (method: string, path: string, body?: unknown) => service.call(method, path, body, headers);
  for (const path of ['', '/cancel', '/retry']) {
    expect(refusal(await ask(path === '' ? 'GET' : 'POST', `${one()}${path}`))).toEqual([404, 'not_found']);
  }
  for (const path of ['', '/failed.csv']) expect((await ask('GET', `/v1/pins/imports/${jobId}${path}`)).status).toBe(404);
  expect((await ask('POST', '/v1/schedules/bulk-cancel', { ids: [scheduleId] })).body.results).toMatchObject([{ error_code: 'not_found' }]);
  expect(refusal(await ask('POST', '/v1/schedules', draft()))).toEqual([404, 'not_found']);
  expect([(await ask('GET', '/v1/schedules')).body, (await ask('GET', '/v1/pins/imports')).body]).toEqual([[], []]);
});

it('hostile text in a payload is refused with its field, or comes back as it was given', async () => {
  const ask = (fields: object) => service.call('POST', '/v1/schedules', draft(fields), persona.key);
  for (const title of ['\u0000', 'half \ud83d', '\udc00', ' '.repeat(101)]) {
    const { status, body } = await ask({ title });
    expect([title, status, body.error.errors[0].loc]).toEqual([title, 422, ['body', 'title']]);
  }
  for (const title of ["'; drop table x; --", '<script>alert(1)</script>', '\u202eevil', '=HYPERLINK("x")', '${7*7}', '__proto__']) {
    const { status, body } = await ask({ title, idempotency_key: newId() });
    expect([status, body.payload.title]).toEqual([201, title]);
    expect((await service.call('GET', `/v1/schedules?q=${encodeURIComponent(title)}`, undefined, persona.key)).body[0].id).toBe(body.id);
  }
});
