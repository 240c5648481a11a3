import { connect, eventually, send, startTestSimulators } from '../testing';
import type { TestSimulators } from '../testing';

let simulators: TestSimulators;
let url: string;
beforeAll(async () => {
  simulators = await startTestSimulators();
  url = simulators.url;
});
afterAll(() => simulators.discard());

const image = { source_type: 'image_url', url: 'https://images.example.com/a.jpg' };
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const controlPins = async (query = '') => (await send('GET', `${url}/platform/_control/pins${query}`)).json;

test('a pin is created, read, changed and deleted', async () => {
  const { call, boardId } = await connect(url, 'ann');
  const draft = { board_id: boardId, title: 'T', description: 'D', link: 'https://e.com/', alt_text: 'A', media_source: image };
  const created = await call('POST', '/pins', draft);
  expect(created.status).toBe(201);
  expect(created.json).toMatchObject({
    title: 'T',
    description: 'D',
    link: 'https://e.com/',
    alt_text: 'A',
    board_id: boardId,
    is_owner: true,
  });
  expect(created.json.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  const path = `/pins/${created.json.id}`;
  expect((await call('PATCH', path, { title: 'U' })).json).toMatchObject({ title: 'U', description: 'D' });
  expect((await call('DELETE', path)).status).toBe(204);
  const gone = await call('GET', path);
  expect([gone.status, gone.json.code]).toEqual([404, 50]);
  expect((await controlPins('?account=ann'))[0].deleted_at).toEqual(expect.any(Number));
});

test('the control list counts equal pins of an account, and only equal ones', async () => {
  const [bob, other] = [await connect(url, 'bob'), await connect(url, 'bob2')];
  const draft = { board_id: bob.boardId, title: 'Same', link: 'https://e.com/', media_source: image };
  const before = Date.now();
  for (const each of [draft, draft, { ...draft, alt_text: 'other' }]) await bob.call('POST', '/pins', each);
  await other.call('POST', '/pins', { ...draft, board_id: other.boardId });
  const rows = await controlPins('?account=bob');
  expect(rows.map((row: { count: number }) => row.count)).toEqual([2, 2, 1]);
  expect(rows[0]).toMatchObject({ account: 'bob', board_id: bob.boardId, title: 'Same', link: 'https://e.com/' });
  expect(rows[0].created_at).toBeGreaterThanOrEqual(before);
  expect(await controlPins('?account=bob2')).toHaveLength(1);
});

test('a board lists its pins newest first, page by page, and later when reads lag', async () => {
  const { call, boardId } = await connect(url, 'cleo');
  for (const title of ['1', '2', '3']) await call('POST', '/pins', { board_id: boardId, title, media_source: image });
  const first = await call('GET', `/boards/${boardId}/pins?page_size=2`);
  const second = await call('GET', `/boards/${boardId}/pins?page_size=2&bookmark=${first.json.bookmark}`);
  expect([...first.json.items, ...second.json.items].map((pin) => pin.title)).toEqual(['3', '2', '1']);
  expect(second.json.bookmark).toBeNull();
  const { json } = await call('POST', '/pins', { board_id: boardId, title: '4', media_source: image });
  await send('POST', `${url}/platform/_control/settings`, { read_lag_ms: 600_000 });
  const titles = async () => (await call('GET', `/boards/${boardId}/pins`)).json.items.map((pin: { title: string }) => pin.title);
  expect(await titles()).not.toContain('4');
  expect((await call('GET', `/pins/${json.id}`)).status).toBe(200);
  await send('POST', `${url}/platform/_control/settings`, { read_lag_ms: 1 });
  await eventually('pin 4 in the listing', async () => ((await titles()).includes('4') ? true : undefined));
  await send('POST', `${url}/platform/_control/settings`, { read_lag_ms: 0 });
});

test('what the platform refuses makes no pin', async () => {
  const { call, boardId } = await connect(url, 'dora');
  const stranger = await connect(url, 'stranger');
  const refused = async (body: unknown) => {
    const { status, json } = await call('POST', '/pins', body);
    return [status, json.code];
  };
  expect(await refused({ board_id: boardId, title: 'x'.repeat(101), media_source: image })).toEqual([400, 1]);
  expect(await refused({ board_id: boardId, link: 'ftp://e.com', media_source: image })).toEqual([400, 1]);
  expect(await refused({ board_id: boardId })).toEqual([400, 1]);
  expect(await refused({ board_id: '99', media_source: image })).toEqual([404, 40]);
  expect(await refused({ board_id: stranger.boardId, media_source: image })).toEqual([401, 7]);
  const file = { source_type: 'image_base64', content_type: 'image/png' };
  expect(await refused({ board_id: boardId, media_source: { ...file, data: Buffer.from('RIFF0000WEBP').toString('base64') } })).toEqual([
    400, 1,
  ]);
  expect(await refused({ board_id: boardId, media_source: { ...file, data: Buffer.from('no image').toString('base64') } })).toEqual([
    403, 235,
  ]);
  expect(await controlPins('?account=dora')).toEqual([]);
});

test('an uploaded picture is served back and shows on the page for people', async () => {
  const { call, boardId } = await connect(url, 'eve');
  const media_source = { source_type: 'image_base64', content_type: 'image/png', data: onePixel };
  const { json } = await call('POST', '/pins', { board_id: boardId, title: '<b>', media_source });
  const picture = await fetch(json.media.images['600x'].url);
  expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(onePixel);
  const page = await send('GET', `${url}/platform/`);
  expect(page.json).toContain(`src="/platform/pictures/${json.id}`);
  expect((await fetch(`${url}/platform/pictures/${json.id}`)).headers.get('content-type')).toMatch(/^image\//);
  expect(page.json).toContain('&lt;b&gt;');
  expect(page.json).not.toContain('<b>');
});

test('rate limits are announced and refuse with 429/8; an app on trial may not publish', async () => {
  const { call, boardId } = await connect(url, 'fay');
  await send('POST', `${url}/platform/_control/settings`, { rate_limits: { org_write: 1 }, trial: false });
  const draft = { board_id: boardId, media_source: image };
  const first = await call('POST', '/pins', draft);
  expect(first.headers.get('x-ratelimit-limit')).toBe('1, 1;w=60;name="org_write"');
  const second = await call('POST', '/pins', draft);
  expect([second.status, second.json.code, second.headers.get('x-ratelimit-remaining')]).toEqual([429, 8, '0']);
  await send('POST', `${url}/platform/_control/settings`, { rate_limits: { org_write: 100_000 }, trial: true });
  expect((await call('POST', '/pins', draft)).json.code).toBe(29);
  await send('POST', `${url}/platform/_control/settings`, { trial: false });
  expect(await controlPins('?account=fay')).toHaveLength(1);
});
