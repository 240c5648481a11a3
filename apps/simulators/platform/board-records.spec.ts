import { allPlatformScopes, connect, send, startTestSimulators } from '../testing';
import type { TestSimulators } from '../testing';

let simulators: TestSimulators;
let url: string;
beforeAll(async () => {
  simulators = await startTestSimulators();
  url = simulators.url;
});
afterAll(() => simulators.discard());

const control = (body: unknown) => send('POST', `${url}/platform/_control/boards`, body);

test('a fresh account has one public board', async () => {
  const { call } = await connect(url, 'ann');
  const { json } = await call('GET', '/boards');
  expect(json.bookmark).toBeNull();
  expect(json.items).toEqual([
    expect.objectContaining({ name: 'Quiet rooms', privacy: 'PUBLIC', owner: { username: 'ann' }, pin_count: 0 }),
  ]);
  expect(json.items[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  expect(BigInt(json.items[0].id) > 2n ** 53n).toBe(true);
});

test('boards are created, read, changed and deleted', async () => {
  const { call } = await connect(url, 'bob');
  const created = await call('POST', '/boards', { name: 'Cakes', description: 'd' });
  expect(created.status).toBe(201);
  const path = `/boards/${created.json.id}`;
  expect((await call('PATCH', path, { name: 'Pies' })).json).toMatchObject({ name: 'Pies', description: 'd', privacy: 'PUBLIC' });
  expect((await call('GET', path)).json.name).toBe('Pies');
  expect((await call('DELETE', path)).status).toBe(204);
  const gone = await call('GET', path);
  expect([gone.status, gone.json]).toEqual([404, { code: 40, message: 'Board not found.' }]);
});

test('a name taken is refused with 400/400, a bad field with 400/1', async () => {
  const { call } = await connect(url, 'cleo');
  expect((await call('POST', '/boards', { name: 'Quiet rooms' })).json.code).toBe(400);
  expect((await call('POST', '/boards', {})).json.code).toBe(1);
  expect((await call('POST', '/boards', { name: 'x', privacy: 'OPEN' })).json.code).toBe(1);
});

test('every board comes once over pages of the wanted size', async () => {
  const { call } = await connect(url, 'dora');
  const { json: made } = await control({ username: 'dora', name: 'Many', count: 300 });
  expect(made.boards).toHaveLength(300);
  const names: string[] = [];
  const sizes: number[] = [];
  for (let bookmark: string | null = ''; bookmark !== null;) {
    const { json } = await call('GET', `/boards?page_size=250&bookmark=${bookmark}`);
    sizes.push(json.items.length);
    names.push(...json.items.map((board: { name: string }) => board.name));
    bookmark = json.bookmark;
  }
  expect(sizes).toEqual([250, 51]);
  expect(new Set(names).size).toBe(301);
  expect((await call('GET', '/boards?page_size=251')).status).toBe(400);
});

test('secret boards need the secret scopes', async () => {
  const plain = await connect(url, 'eve');
  expect((await plain.call('POST', '/boards', { name: 'S', privacy: 'SECRET' })).json.code).toBe(3);
  const { json: secret } = await control({ username: 'eve', name: 'Hidden', privacy: 'SECRET' });
  const listed = await plain.call('GET', '/boards');
  expect(listed.json.items).toHaveLength(1);
  expect((await plain.call('GET', `/boards/${secret.id}`)).json.code).toBe(3);
  const full = await connect(url, 'eve', [...allPlatformScopes, 'boards:read_secret']);
  expect((await full.call('GET', '/boards')).json.items).toHaveLength(2);
  const stranger = await connect(url, 'stranger', [...allPlatformScopes, 'boards:read_secret']);
  expect((await stranger.call('GET', `/boards/${secret.id}`)).json.code).toBe(40);
});

test('a control call adds a board with its own id, changes its owner and deletes it', async () => {
  const { call } = await connect(url, 'fay');
  const id = '549755885175123456789';
  expect((await control({ username: 'fay', id, name: 'Mine' })).json).toMatchObject({ id, name: 'Mine', owner: { username: 'fay' } });
  await control({ username: 'fay', id, owner: 'gus' });
  expect((await call('GET', `/boards/${id}`)).json.owner).toEqual({ username: 'gus' });
  expect((await call('GET', '/boards')).json.items).toHaveLength(2);
  expect((await call('PATCH', `/boards/${id}`, { name: 'x' })).json.code).toBe(7);
  await control({ username: 'fay', id, deleted: true });
  expect((await call('GET', `/boards/${id}`)).json.code).toBe(40);
});
