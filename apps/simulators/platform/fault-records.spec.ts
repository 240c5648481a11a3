import { connect, eventually, send, startTestSimulators } from '../testing';
import type { Connected, TestSimulators } from '../testing';

let simulators: TestSimulators;
let url: string;
let user: Connected;
beforeAll(async () => {
  simulators = await startTestSimulators();
  url = simulators.url;
  user = await connect(url, 'ann');
});
afterEach(() => send('DELETE', `${url}/platform/_control/faults`));
afterAll(() => simulators.discard());

const fault = (body: unknown) => send('POST', `${url}/platform/_control/faults`, body);
const pin = (title: string) =>
  user.call('POST', '/pins', { board_id: user.boardId, title, media_source: { source_type: 'image_url', url: 'https://e.com/a.jpg' } });
const made = async (title: string) => (await send('GET', `${url}/platform/_control/pins?title=${title}`)).json.length;

test('a status with code, message and headers is answered that many times, without an effect', async () => {
  await fault({ operation: 'pins.create', status: 429, code: 8, message: 'Slow down', headers: { 'Retry-After': '7' }, times: 2 });
  const refused = [await pin('storm'), await pin('storm')];
  expect(refused.map(({ status }) => status)).toEqual([429, 429]);
  expect(refused[0]?.json).toEqual({ code: 8, message: 'Slow down' });
  expect(refused[0]?.headers.get('retry-after')).toBe('7');
  expect((await pin('storm')).status).toBe(201);
  expect(await made('storm')).toBe(1);
});

test('without times it lasts until it is cleared, and the usual code is answered by default', async () => {
  await fault({ operation: 'boards.get', status: 404 });
  const path = `/boards/${user.boardId}`;
  expect((await user.call('GET', path)).json.code).toBe(40);
  expect((await user.call('GET', path)).status).toBe(404);
  expect((await user.call('GET', '/boards')).status).toBe(200);
  expect((await send('DELETE', `${url}/platform/_control/faults`)).status).toBe(204);
  expect((await user.call('GET', path)).status).toBe(200);
});

test('a title chooses the call, a star every call', async () => {
  await fault({ operation: 'pins.create', status: 500, title: 'bad' });
  expect([(await pin('bad')).status, (await pin('good')).status]).toEqual([500, 201]);
  await fault({ operation: '*', status: 503, times: 1 });
  expect((await user.call('GET', '/user_account')).status).toBe(503);
});

test('a dropped answer leaves the pin made', async () => {
  await fault({ operation: 'pins.create', drop_after_commit: true, times: 1 });
  await expect(pin('dropped')).rejects.toThrow('fetch failed');
  expect(await made('dropped')).toBe(1);
});

test('after_commit answers the status although the pin is made', async () => {
  await fault({ operation: 'pins.create', status: 500, after_commit: true, times: 1 });
  expect((await pin('late500')).status).toBe(500);
  expect(await made('late500')).toBe(1);
});

test('a delay waits before the effect, which comes although the caller has disconnected, at the latest when the fault is cleared', async () => {
  await fault({ operation: 'pins.create', delay_ms: 600_000, times: 1 });
  const gone = new AbortController();
  const body = { board_id: user.boardId, title: 'slow', media_source: { source_type: 'image_url', url: 'https://e.com/a.jpg' } };
  const impatient = fetch(`${url}/platform/v5/pins`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: gone.signal,
  });
  const faults = `${url}/platform/_control/faults`;
  await eventually('the call', async () => ((await send('GET', faults)).json.length === 0 ? true : undefined));
  gone.abort();
  await expect(impatient).rejects.toThrow();
  expect(await made('slow')).toBe(0);
  await send('DELETE', `${faults}?operation=boards.get`);
  expect(await made('slow')).toBe(0);
  await send('DELETE', `${faults}?operation=pins.create`);
  await eventually('the pin of the delayed call', async () => ((await made('slow')) === 1 ? true : undefined));
});

test('a fault nobody understands is refused', async () => {
  for (const body of [
    { operation: 'pins.crate', status: 500 },
    { status: 500 },
    { operation: '*', status: '500' },
    { operation: '*', statsu: 500 },
  ])
    expect((await fault(body)).status).toBe(400);
  expect((await send('GET', `${url}/platform/_control/faults`)).json).toEqual([]);
});

test('faults are cleared by title, others stay', async () => {
  for (const title of ['one', 'other']) await fault({ operation: 'pins.create', title, status: 503 });
  await send('DELETE', `${url}/platform/_control/faults?title=one`);
  expect((await send('GET', `${url}/platform/_control/faults`)).json).toMatchObject([{ title: 'other' }]);
});
