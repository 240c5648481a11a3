import { newId } from '@pps/kernel';
import { pinAnswersTotal } from '@pps/runtime';
import { newKey } from '../setup/account';
import { newPersona, type Persona } from '../setup/persona';
import { startPlatformService, type PlatformService } from '../setup/platform-service';

let service: PlatformService;
let owner: Persona;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'playground' });
  owner = await newPersona(service.call);
});

afterAll(() => service.stop());

const get = (path: string, key = owner.key) => service.call('GET', path, undefined, key);

async function createPin(title: string): Promise<string> {
  const { accountId, boardId } = owner;
  const pin = { account_id: accountId, board_id: boardId, title, image_url: 'https://images.example.com/door.jpg' };
  const { status, body } = await service.call('POST', '/v1/pins', pin, owner.key);
  expect(status).toBe(201);
  return body.id as string;
}

/** How many answers came from the cache so far. */
async function hits(): Promise<number> {
  const { values } = await pinAnswersTotal.get();
  return values.find(({ labels }) => labels.source === 'cache')?.value ?? 0;
}

it('gives the same answer again, with its headers, while nothing was written', async () => {
  const id = await createPin('Blue door');
  for (const path of [`/v1/pins/${id}`, '/v1/pins?limit=1&q=door']) {
    const [first, before] = [await get(path), await hits()];
    const again = await get(path);
    expect(await hits()).toBe(before + 1);
    expect([again.status, again.body]).toEqual([200, first.body]);
    for (const name of ['content-type', 'content-length', 'cache-control', 'x-total-count', 'x-next-cursor']) {
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    }
    expect(again.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  }
});

it('shows a creation, a change and a deletion at once', async () => {
  const list = `/v1/pins?limit=200&q=${newId()}`;
  const total = async () => (await get(list)).headers.get('x-total-count');
  const marker = list.split('q=')[1] ?? '';
  for (let round = 0; round < 10; round++) {
    expect([await total(), await total()]).toEqual(['0', '0']);
    const id = await createPin(marker);
    expect([await total(), await total()]).toEqual(['1', '1']);
    const pin = `/v1/pins/${id}`;
    expect([(await get(pin)).body.title, (await get(pin)).body.title]).toEqual([marker, marker]);
    expect((await service.call('PATCH', pin, { title: 'Green door' }, owner.key)).status).toBe(200);
    expect([(await get(pin)).body.title, await total()]).toEqual(['Green door', '0']);
    expect((await service.call('DELETE', pin, undefined, owner.key)).status).toBe(204);
    expect([(await get(pin)).status, await total()]).toEqual([404, '0']);
  }
});

it('shows a key that names accounts nothing that was cached for one that may see all, nor other organizations', async () => {
  const id = await createPin('Seen by all');
  const { key: foreign } = await newPersona(service.call);
  const narrow = (await newKey(service.call, owner.session, { platform_account_ids: [owner.accountId] })).headers;
  const writing = (await newKey(service.call, owner.session, { scopes: ['write'] })).headers;
  for (const path of [`/v1/pins/${id}`, '/v1/pins']) {
    await get(path);
    const before = await hits();
    expect((await get(path, narrow)).status).toBe(200);
    expect(await hits()).toBe(before);
    expect((await get(path, writing)).body.error.code).toBe('insufficient_scope');
    expect((await get(path, { 'x-api-key': 'pps_live_none' })).status).toBe(401);
    const answer = await get(path, foreign);
    expect([answer.status, answer.headers.get('x-total-count')]).toEqual(path === '/v1/pins' ? [200, '0'] : [404, null]);
  }
});

it('refuses what it refused before an answer was cached', async () => {
  const id = await createPin('Refused');
  await get('/v1/pins?limit=50');
  for (const path of [
    '/v1/pins?limit=0',
    '/v1/pins?as_of=2020-01-01T00:00:00Z',
    '/v1/pins?cursor=x',
    `/v1/pins/${id}?as_of=3020-01-01T00:00:00Z`,
  ]) {
    expect((await get(path)).status).toBe(422);
  }
  expect((await get(`/v1/pins?account_id=${newId()}`)).status).toBe(404);
});

it('answers the past anew each time', async () => {
  const id = await createPin('Then');
  await get(`/v1/pins/${id}`);
  const before = await hits();
  for (let n = 0; n < 2; n++) expect((await get(`/v1/pins/${id}?as_of=2020-01-01T00:00:00Z`)).status).toBe(404);
  expect(await hits()).toBe(before);
});
