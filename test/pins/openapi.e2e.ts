import { newId } from '@pps/kernel';
import { undescribedFields } from '../../apps/api/docs/with-described-fields';
import { eventually } from '../setup/eventually';
import { newKey, register } from '../setup/account';
import { newPersona } from '../setup/persona';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { connectPlatformUser, type Headers } from '../setup/platform-user';

let service: PlatformService;
let described: ReturnType<typeof JSON.parse>;
let session: Headers;
let draft: object;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'pro' });
  described = (await service.call('GET', '/openapi.json')).body;
  const ada = await newPersona(service.call);
  session = ada.session;
  draft = { account_id: ada.accountId, board_id: ada.boardId, title: 'Blue door', image_url: 'https://images.example.com/door.jpg' };
});
afterAll(() => service.stop());

it('describes every field, every parameter and every tag in words', () => {
  expect(undescribedFields(described)).toEqual([]);
  const operations = Object.values(described.paths).flatMap((methods) => Object.values(methods as Record<string, { tags?: string[] }>));
  const named = described.tags.map(({ name }: { name: string }) => name);
  expect(operations.flatMap(({ tags = [] }) => tags).filter((tag) => !named.includes(tag))).toEqual([]);
});

it('describes what batch, validation, rate meter and billing status answer', async () => {
  const { account_id } = draft as { account_id: string };
  const asked = [
    ['post', '/v1/pins/batch', '/v1/pins/batch', { pins: [draft, { ...draft, title: '' }] }],
    ['post', '/v1/pins/validate', '/v1/pins/validate', draft],
    ['post', '/v1/pins/validate', '/v1/pins/validate', { title: 5 }],
    ['get', '/v1/rate-meter', `/v1/rate-meter?account_id=${account_id}`, undefined],
    ['get', '/v1/billing/status', '/v1/billing/status', undefined],
  ] as const;
  for (const [method, path, url, body] of asked) {
    const answered = await service.call(method.toUpperCase(), url, body, session);
    expect([path, answered.status]).toEqual([path, 200]);
  }
});

it('summarizes what was done, to a key with an allow-list only of its accounts', async () => {
  const pin = (await service.call('POST', '/v1/pins', draft, session)).body;
  const second = (await connectPlatformUser(service.call, session, { username: `second-${pin.id}` })).body.account_id;
  const made = (await service.call('POST', '/v1/api-keys', { name: 'narrow', platform_account_ids: [second] }, session)).body;
  const summary = async (query: string, headers: Headers) => {
    const answered = await service.call('GET', `/v1/dashboard/summary${query}`, undefined, headers);
    expect(answered.status).toBe(200);
    return answered.body;
  };
  const all = await summary('', session);
  expect(all.pins.submitted).toBeGreaterThan(0);
  expect(all.series).toHaveLength(31);
  expect([all.granularity, all.timezone, all.previous_end]).toEqual(['day', 'UTC', all.start]);
  expect(all.import_jobs.by_status.completed).toBe(0);
  expect((await summary(`?account_id=${pin.platform_account_id}&tz=Asia/Kathmandu`, session)).pins).toEqual(all.pins);
  const narrow = await summary('', { 'x-api-key': made.api_key });
  expect([narrow.pins.submitted, narrow.import_jobs]).toEqual([0, null]);
  const refusals = [
    [`?account_id=${pin.platform_account_id}`, 403, { 'x-api-key': made.api_key }],
    ['?tz=Nowhere', 422, session],
    ['?start=2026-01-02T00:00:00Z&end=2026-01-01T00:00:00Z', 422, session],
    ['?start=2020-01-02T00:00:00Z&end=2026-01-01T00:00:00Z', 422, session],
    ['?end=9999-12-31T23:59:59Z', 422, session],
  ] as const;
  for (const [query, status, headers] of refusals) {
    expect([query, (await service.call('GET', `/v1/dashboard/summary${query}`, undefined, headers)).status]).toEqual([query, status]);
  }
});

it('pages through pins by a cursor, which is refused where it is none', async () => {
  const first = await service.call('GET', '/v1/pins?limit=1', undefined, session);
  const cursor = first.headers.get('x-next-cursor');
  const next = await service.call('GET', `/v1/pins?limit=1&cursor=${cursor}`, undefined, session);
  expect(next.status).toBe(200);
  expect(next.body[0].id).toBe((await service.call('GET', '/v1/pins?limit=1&offset=1', undefined, session)).body[0].id);
  for (const query of ['cursor=x', `cursor=${cursor}&sort=title_asc`, `cursor=${cursor}&offset=1`, 'removed=perhaps']) {
    expect([query, (await service.call('GET', `/v1/pins?${query}`, undefined, session)).status]).toEqual([query, 422]);
  }
  const [pin] = first.body;
  expect((await service.call('GET', '/v1/pins?removed=true', undefined, session)).body).toEqual([]);
  const deleted = await eventually('the pin is deleted', async () => {
    const answer = await service.call('DELETE', `/v1/pins/${pin.id}`, undefined, session);
    return answer.status === 204 ? answer : undefined;
  });
  expect(deleted.status).toBe(204);
  const removed = await service.call('GET', '/v1/pins?removed=true', undefined, session);
  expect([removed.headers.get('x-total-count'), removed.body[0].id]).toEqual(['1', pin.id]);
});

it('lists the pins of given ids, as far as the credential may see them', async () => {
  const [pin] = (await service.call('GET', '/v1/pins', undefined, session)).body as { id: string }[];
  const list = (ids: readonly string[], headers: Record<string, string> = session) =>
    service.call('GET', `/v1/pins?ids=${ids.join()}`, undefined, headers);
  const found = await list([newId(), (pin?.id ?? '').toUpperCase()]);
  expect([found.headers.get('x-total-count'), found.body]).toEqual(['1', [pin]]);
  const second = (await connectPlatformUser(service.call, session, { username: 'third' })).body.account_id;
  const narrow = (await newKey(service.call, session, { platform_account_ids: [second] })).headers;
  const stranger = await register(service.call);
  for (const blind of [narrow, stranger.session]) expect((await list([pin?.id ?? ''], blind)).body).toEqual([]);
  expect((await list(Array.from({ length: 100 }, newId))).status).toBe(200);
  const pins = Array.from({ length: 60 }, (_, n) => ({ ...draft, title: `Door ${n}` }));
  const { results } = (await service.call('POST', '/v1/pins/batch', { pins }, session)).body as { results: { pin: { id: string } }[] };
  const many = results.map(({ pin: { id } }) => id);
  const all = await list(many);
  expect([all.body.length, all.headers.get('x-total-count'), all.headers.get('x-next-cursor')]).toEqual([60, '60', null]);
  for (const ids of [[], [''], ['x'], [newId(), ''], [`${newId()}%0A`], ['%00'], Array.from({ length: 101 }, newId)]) {
    const { status, body } = await list(ids);
    expect([ids, status, body.error?.errors?.[0]?.loc]).toEqual([ids, 422, ['query', 'ids']]);
  }
  expect((await service.call('GET', `/v1/pins?ids=${newId()}&ids=${newId()}`, undefined, session)).status).toBe(422);
});

it.each([
  ['/v1/pins', 201],
  ['/v1/pins/batch', 200],
  ['/v1/pins/validate', 200],
  ['/v1/pins/{id}/retry', 200],
])('describes the six headers of headroom that %s answers with', (path, status) => {
  const names = ['Limit', 'Used', 'Remaining'].map((part) => `X-Service-Quota-${part}`);
  const rates = ['Remaining', 'Capacity', 'Refill-Per-Second'].map((part) => `X-Platform-RateLimit-${part}`);
  expect(Object.keys(described.paths[path].post.responses[status].headers)).toEqual(expect.arrayContaining([...names, ...rates]));
});

it('states the bounds of related terms and of offsets', () => {
  const { related_terms } = described.components.schemas.CreatePinDto.properties;
  expect(related_terms).toMatchObject({
    maxItems: 100,
    items: { maxLength: 100 },
    description: expect.stringContaining('100 terms of at most 100'),
  });
  const { parameters } = described.paths['/v1/pins'].get;
  const offset = parameters.find(({ name }: { name: string }) => name === 'offset');
  expect(offset.schema.maximum).toBe(10_000_000);
});
