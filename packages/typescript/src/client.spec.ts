import { inspect } from 'node:util';
import { PinPublishing } from './client';
import { UnreadableAnswerError } from './errors';
import { json, refusal, stubService } from './stub-service.fixture';
import type { Pin } from './generated/types';
import type { ClientOptions } from './settings';

const id = '0197a000-0000-7000-8000-000000000008';
const pin = { id, status: 'queued', created_at: '2026-01-05T09:00:00.123Z', published_at: null, attempts: 0 };

test('a moment is a Date in answers, and may be one in what is sent', async () => {
  const { client, seen } = stubService([json(pin)]);
  const read = await client.pins.get(id, { as_of: new Date('2026-01-05T09:00:00.123Z') });
  expect([read.created_at, read.published_at]).toEqual([new Date('2026-01-05T09:00:00.123Z'), null]);
  expect(seen[0]?.url).toBe(`https://pins.example.com/v1/pins/${id}?as_of=2026-01-05T09%3A00%3A00.123Z`);
  await client.schedules.update(id, { run_at: read.created_at });
  expect(seen[1]?.body).toBe('{"run_at":"2026-01-05T09:00:00.123Z"}');
});

test('unknown fields and values, large numbers and odd moments arrive as they are', async () => {
  const odd = {
    ...pin,
    status: 'archived',
    later: { created_at: 'soon' },
    updated_at: 'never',
    attempts: 2 ** 40,
    payload: { created_at: pin.created_at },
  };
  const { client } = stubService([json(odd)]);
  expect(await client.pins.get(id)).toEqual({ ...odd, created_at: new Date(pin.created_at) });
});

test('a change sends what was named and nothing else', async () => {
  const { client, seen } = stubService([json(pin)]);
  await client.pins.update(id, { title: 'Door', description: undefined, link_url: null });
  expect(seen[0]?.body).toBe('{"title":"Door","link_url":null}');
  expect(seen[0]?.headers.get('content-type')).toBe('application/json');
});

test('a call without a body has no content type', async () => {
  const { client, seen } = stubService([json(pin)]);
  await client.pins.retry(id);
  expect([seen[0]?.body, seen[0]?.headers.get('content-type')]).toEqual([null, null]);
});

test('a CSV is text, an image is bytes, nothing is undefined', async () => {
  const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0xff, 0]);
  const { client } = stubService([
    new Response('title,error\n"1",x', { headers: { 'content-type': 'text/csv' } }),
    new Response(bytes),
    new Response(null, { status: 204 }),
  ]);
  expect(await client.imports.getFailedRows(id)).toBe('title,error\n"1",x');
  expect(await client.assets.getContent(id)).toEqual(bytes);
  expect(await client.pins.delete(id)).toBeUndefined();
});

test('an id that would lead elsewhere, a date that is none and an address without a service are refused before anything is sent', () => {
  const { client, seen } = stubService([json(pin)]);
  for (const wrong of ['', '.', '..', undefined]) expect(() => client.pins.get(wrong as string)).toThrow('/v1/pins/{} needs ids');
  expect(() => client.schedules.update(id, { run_at: new Date(NaN) })).toThrow('run_at is no date');
  for (const baseUrl of ['pins', 'ftp://pins.example.com', 'https://u:secret@pins.example.com'])
    expect(() => new PinPublishing({ baseUrl })).toThrow(/^baseUrl (is|must)/);
  expect(seen).toEqual([]);
  void client.pins.get('a/b?c');
});

test.each([
  { timeoutMs: 0 },
  { timeoutMs: Infinity },
  { timeoutMs: 2 ** 31 },
  { timeoutMs: NaN },
  { maxRetries: NaN },
  { maxRetries: -1 },
  { maxRetries: Infinity },
  { longestWaitMs: NaN },
  { longestWaitMs: Infinity },
])('%j is refused, of a client and of a call', (options) => {
  const { client, seen } = stubService([json(pin)]);
  const named = `${Object.keys(options)[0]} must be`;
  expect(() => stubService([], options)).toThrow(named);
  expect(() => client.pins.get(id, {}, options)).toThrow(named);
  expect(seen).toEqual([]);
});

test('every page of a list is read, by cursor', async () => {
  const page = (items: readonly string[], next: string | null) =>
    json(
      items.map((each) => ({ id: each })),
      200,
      { 'x-total-count': '3', ...(next && { 'x-next-cursor': next }) },
    );
  const { client, seen } = stubService([page(['a', 'b'], 'c+1'), page([], 'd'), page(['c'], null)]);
  const list = client.pins.list({ limit: 2, offset: 4 });
  expect(await list).toMatchObject({ total: 3, nextCursor: 'c+1', items: [{ id: 'a' }, { id: 'b' }] });
  const ids: string[] = [];
  for await (const each of list) ids.push(each.id);
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(seen.map(({ url }) => url.split('?')[1])).toEqual(['limit=2&offset=4', 'limit=2&cursor=c%2B1', 'limit=2&cursor=d']);
});

test.each([[['same']], [['a', 'b']]])('a cursor that leads back is an error, not the end of the list: %j', async (cursors) => {
  let asked = 0;
  const { client } = stubService([() => json({ items: [{ at: 1 }], next_cursor: cursors[asked++ % cursors.length] })]);
  const items: unknown[] = [];
  const read = async () => {
    for await (const each of client.activity.list()) items.push(each);
  };
  await expect(read()).rejects.toThrow('leads back');
  expect(items).toHaveLength(cursors.length + 1);
});

test.each([{}, { items: null }, { items: 'x' }, null, []])('a list that is none is no empty list: %j', async (body) => {
  await expect(stubService([json(body)]).client.activity.list()).rejects.toBeInstanceOf(UnreadableAnswerError);
});

test('an answer shows its request id, headroom and limits, and the raw one is there for the asking', async () => {
  const headers = {
    'x-request-id': 'r-1',
    'x-service-quota-remaining': '7',
    ratelimit: '"mails";r=3;t=9, "x";r=0',
    'idempotent-replayed': 'true',
  };
  const { client } = stubService([json(pin, 201, headers)]);
  const answer = await client.pins.create({ account_id: id, board_id: '1', title: 'Door' }).withResponse();
  expect(answer).toMatchObject({
    status: 201,
    requestId: 'r-1',
    isReplay: true,
    attempts: 1,
    headroom: { quotaRemaining: 7, quotaLimit: null },
  });
  expect(answer.rateLimits).toEqual([
    { policy: 'mails', remaining: 3, resetSeconds: 9 },
    { policy: 'x', remaining: 0, resetSeconds: null },
  ]);
  expect(await (await client.pins.get(id).asResponse()).json()).toEqual(pin);
});

test('lines are given as they come', async () => {
  const lines = '{"leaf_index":0,"recorded_at":"2026-01-05T09:00:00.000Z"}\n{"leaf_index":1}';
  const { client } = stubService([() => new Response(lines)]);
  const facts: unknown[] = [];
  for await (const fact of client.audit.export()) facts.push(fact);
  expect(facts).toEqual([{ leaf_index: 0, recorded_at: new Date('2026-01-05T09:00:00.000Z') }, { leaf_index: 1 }]);
});

test('events are given as they come, over a line end in the middle, and go on where they were', async () => {
  const broken = new Response('retry: 2000\nid: a\n: open\n\nid: b\nevent: change\ndata: {"id":"1","is_new":true}\n\nid: c\n\n');
  const restarted = new Response('id: c2\n\nevent: end\ndata: {"reason":"shutting_down"}\n\n');
  const over = new Response('event: reset\nid: d\ndata: {"reason":"too_far_behind"}\n\nevent: end\ndata: {"reason":"time_is_up"}\n\n');
  const { client, seen } = stubService([() => broken, () => restarted, () => over]);
  const events: unknown[] = [];
  const read = async (query: { last_event_id?: string }) => {
    for await (const event of client.changes.stream(query)) events.push(event);
  };
  await read({});
  await read({ last_event_id: 'c' });
  const open = (id: string) => ({ event: 'open', id, data: {} });
  expect(events).toEqual([
    open('a'),
    { event: 'change', id: 'b', data: { id: '1', is_new: true } },
    open('c2'),
    { event: 'reset', id: 'd', data: { reason: 'too_far_behind' } },
    { event: 'end', id: 'd', data: { reason: 'time_is_up' } },
  ]);
  expect(seen.map(({ url }) => new URL(url).search)).toEqual(['', '?last_event_id=c', '?last_event_id=c2']);
});

test('what is waited for is read again when the stream tells of it', async () => {
  const { client, seen } = stubService([
    new Response(`: open\n\nevent: change\ndata: {"id":"another"}\n\nevent: change\ndata: {"type":"pin","id":"${id}"}\n\n`),
    json({ ...pin, status: 'published' }),
  ]);
  // Nothing happens by itself for an hour.
  const waiting = { ...pin, status: 'deferred', next_attempt_at: new Date(Date.now() + 3_600_000) };
  const begun = performance.now();
  expect((await client.waitUntilSettled(waiting as unknown as Pin)).status).toBe('published');
  expect([seen.length, performance.now() - begun < 10_000]).toEqual([2, true]);
});

test('what is settled is not read, and what is not is read until it is', async () => {
  const noStream = refusal(404, { code: 'not_found', message: 'Not found' });
  const { client, seen } = stubService([noStream, json({ ...pin, status: 'publishing' }), json({ ...pin, status: 'published' })]);
  const states: string[] = [];
  const settled = await client.waitUntilSettled(pin as unknown as Pin, { onChange: ({ status }) => void states.push(status) });
  expect([settled.status, states]).toEqual(['published', ['publishing', 'published']]);
  expect(await client.waitUntilSettled(settled)).toBe(settled);
  expect(seen).toHaveLength(3);
  await expect(client.waitUntilSettled(pin as unknown as Pin, { timeoutMs: 0 })).rejects.toThrow('no answer within 0 ms');
});

test('a credential never shows', async () => {
  const { client } = stubService([refusal(401, { code: 'invalid_api_key', message: 'Invalid API key' })]);
  const error: unknown = await client.pins.get(id).catch((each: unknown) => each);
  expect(
    [inspect(client, { depth: 9, showHidden: true }), JSON.stringify(client), inspect(error, { depth: 9 }), JSON.stringify(error)].join(),
  ).not.toContain('secret');
  const broken = stubService([json(pin)], { apiKey: 'pps_live_secret\n' });
  const fault: unknown = await broken.client.pins.get(id).catch((each: unknown) => each);
  expect(String(fault)).toMatch(/the credential has characters/);
  expect(inspect(fault, { depth: 9 })).not.toContain('secret');
});

test('the credential of each try is asked for anew, and one call may have another', async () => {
  let count = 0;
  const { client, seen } = stubService([json(pin)], { apiKey: () => Promise.resolve(`key-${(count += 1)}`) });
  await client.pins.get(id);
  await client.pins.get(id);
  await client.pins.get(id, {}, { apiKey: 'another' });
  expect(seen.map(({ headers }) => headers.get('x-api-key'))).toEqual(['key-1', 'key-2', 'another']);
  const signedIn = stubService([json(pin)], { apiKey: undefined, accessToken: 'token' });
  await signedIn.client.pins.get(id);
  expect(signedIn.seen[0]?.headers.get('authorization')).toBe('Bearer token');
});

test('address and key are those of the environment, unless somebody says others; an access token wins over that key', async () => {
  const seen: string[] = [];
  const sent = async (options: ClientOptions): Promise<string | undefined> => {
    const fetch: ClientOptions['fetch'] = async (url, { headers }) => {
      const given = new Headers(headers);
      seen.push([new URL(url).origin, given.get('x-api-key'), given.get('authorization')].join(' '));
      return json(pin);
    };
    await new PinPublishing({ ...options, fetch }).pins.get(id);
    return seen.pop();
  };
  expect(await sent({})).toBe('http://127.0.0.1:3000  ');
  Object.assign(process.env, { PPS_BASE_URL: 'https://pins.example.com', PPS_API_KEY: 'pps_test_env' });
  expect(await sent({})).toBe('https://pins.example.com pps_test_env ');
  expect(await sent({ baseUrl: 'https://other.example.com', apiKey: 'pps_test_own' })).toBe('https://other.example.com pps_test_own ');
  expect(await sent({ accessToken: 'token' })).toBe('https://pins.example.com  Bearer token');
  // The key of one service is not shown to another.
  expect(await sent({ baseUrl: 'https://other.example.com' })).toBe('https://other.example.com  ');
  expect(await sent({ baseUrl: 'https://pins.example.com/' })).toBe('https://pins.example.com pps_test_env ');
  delete process.env['PPS_BASE_URL'];
  expect(await sent({ baseUrl: 'https://other.example.com' })).toBe('https://other.example.com pps_test_env ');
});

test('a credential that a call names takes the place of both of its client', async () => {
  const { client, seen } = stubService([json(pin)]);
  await client.pins.get(id, {}, { accessToken: 'token' });
  await client.pins.get(id, {}, { apiKey: 'pps_live_other' });
  await client.pins.get(id, {}, { accessToken: undefined });
  const sent = seen.map(({ headers }) => [headers.get('x-api-key'), headers.get('authorization')]);
  expect(sent.map(String)).toEqual([',Bearer token', 'pps_live_other,', 'pps_live_secret,']);
});

test('a file is sent as a form, and pieces are sent while they come', async () => {
  const { client, seen } = stubService([json({ id }, 202)]);
  const sentFile = async (at: number): Promise<readonly string[]> => {
    const { body, headers = new Headers() } = seen[at] ?? {};
    const form = await new Response(body as ReadableStream, { headers: { 'content-type': headers.get('content-type') ?? '' } }).formData();
    const file = form.get('file') as File;
    return [file.name, file.type, await file.text()];
  };
  await client.imports.createFromCsv({ content: 'title\nDoor', name: 'pins.csv', type: 'text/csv' });
  expect(await sentFile(0)).toEqual(['pins.csv', 'text/csv', 'title\nDoor']);
  await client.imports.createFromCsv({
    content: (async function* () {
      yield 'title\n';
      yield new TextEncoder().encode('Tür');
    })(),
    name: 'a"b.csv',
  });
  expect(await sentFile(1)).toEqual(['a"b.csv', 'application/octet-stream', 'title\nTür']);
  await client.assets.uploadImage(new File(['x'], 'ä.png', { type: 'image/png' }));
  expect(await sentFile(2)).toEqual(['ä.png', 'image/png', 'x']);
});
