import { ConnectionError, TimedOutError, UnreadableAnswerError, ApiError } from './errors';
import { RateLimitedError, ServiceUnavailableError } from './generated/error-classes';
import { json, lost, refusal, stubService } from './stub-service.fixture';

const id = '0197a000-0000-7000-8000-000000000008';
const draft = { account_id: id, board_id: '1', title: 'Door' };
const busy = refusal(429, { code: 'rate_limited', message: 'Too many attempts' });
const away = refusal(503, { code: 'service_unavailable', message: 'Not available' });
const caught = (call: PromiseLike<unknown>): Promise<unknown> => Promise.resolve(call).catch((error: unknown) => error);
const soon = { maxRetries: 3 };

test('one key is made before the first try and kept over all', async () => {
  const { client, seen } = stubService([lost(), away, busy, json({ id }, 201)], soon);
  expect((await client.pins.create(draft).withResponse()).attempts).toBe(4);
  const keys = seen.map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test('a key of the caller is kept, and one in the body needs no header', async () => {
  const { client, seen } = stubService([lost(), json({ id }, 201)], soon);
  await client.pins.create(draft, { idempotencyKey: 'mine' });
  await client.pins.create({ ...draft, idempotency_key: 'in the body' });
  expect(seen.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['mine', 'mine', null]);
});

test('a key that is given as a header, in any case, is the key of the call', async () => {
  const { client, seen } = stubService([lost(), json({ id }, 201)], soon);
  await client.pins.create(draft, { headers: { 'IDEMPOTENCY-Key': 'mine' } });
  await client.pins.create(draft, { headers: { 'idempotency-key': 'mine' }, idempotencyKey: 'first' });
  expect(seen.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['mine', 'mine', 'first']);
  const raw = stubService([lost(), json({ id }, 201)], soon);
  await raw.client.request('POST', '/v1/pins', { body: draft, headers: { 'Idempotency-Key': 'mine' } });
  expect(raw.seen).toHaveLength(2);
});

test('to ask whether a pin would do makes no key up', async () => {
  const { client, seen } = stubService([json({ valid: true })]);
  await client.pins.validate(draft);
  expect(seen[0]?.headers.get('idempotency-key')).toBeNull();
});

test.each([
  ['a lost connection', lost()],
  ['an answer that something is not available', away],
])('%s: what cannot be repeated safely is not', async (_, answer) => {
  const { client, seen } = stubService([answer, json({})], soon);
  expect(await caught(client.webhooks.test(id))).toBeInstanceOf(answer instanceof Error ? ConnectionError : ServiceUnavailableError);
  expect(seen).toHaveLength(1);
});

test('what never arrived, or was refused for its number, is sent again whatever it is', async () => {
  const { client, seen } = stubService([lost('ECONNREFUSED'), busy, json({}, 202)], soon);
  await client.webhooks.test(id);
  expect(seen).toHaveLength(3);
});

test('a refusal for good is not tried again', async () => {
  const { client, seen } = stubService([refusal(500, { code: 'internal_error' })], soon);
  await caught(client.pins.get(id));
  expect(seen).toHaveLength(1);
});

test('retries end, and the error says how often and with which key', async () => {
  const { client } = stubService([lost()], { maxRetries: 1 });
  const error = (await caught(client.pins.create(draft, { idempotencyKey: 'k' }))) as ConnectionError;
  expect(error.request).toEqual({ verb: 'POST', path: '/v1/pins', attempts: 2, idempotencyKey: 'k' });
});

test('Retry-After is obeyed, and one beyond what is waited for is not', async () => {
  const { client, seen } = stubService([refusal(429, { code: 'rate_limited' }, { 'retry-after': '1' }), json({ id })], soon);
  const begun = Date.now();
  await client.pins.get(id);
  expect(Date.now() - begun).toBeGreaterThanOrEqual(1_000);
  expect(seen).toHaveLength(2);
  const long = stubService([refusal(429, { code: 'rate_limited', retry_after_seconds: 3_600 })], soon);
  expect(((await caught(long.client.pins.get(id))) as RateLimitedError).retryAfterSeconds).toBe(3_600);
  expect(long.seen).toHaveLength(1);
});

test('while an earlier try with its key is being worked on, a call waits', async () => {
  const working = refusal(409, { code: 'conflict', retry_after_seconds: 0 });
  const { client, seen } = stubService([lost(), working, json({ created_count: 1 })], soon);
  await client.pins.createMany({ pins: [draft] });
  expect(seen).toHaveLength(3);
  const without = stubService([working], soon);
  expect(await caught(without.client.profile.update({}))).toBeInstanceOf(ApiError);
  expect(without.seen).toHaveLength(1);
});

test('what an unheard try has deleted is deleted', async () => {
  const gone = refusal(404, { code: 'not_found' });
  const { client } = stubService([lost(), gone], soon);
  expect(await client.webhooks.delete(id)).toBeUndefined();
  expect(await caught(stubService([gone], soon).client.webhooks.delete(id))).toMatchObject({ code: 'not_found' });
});

test('an answer that is cut off is a lost one', async () => {
  const cut = () => new Response('{"id": "0197a0', { status: 200 });
  const { client, seen } = stubService([cut, json({ id })], soon);
  expect(await client.pins.get(id)).toEqual({ id });
  expect(seen).toHaveLength(2);
  expect(await caught(stubService([cut], soon).client.webhooks.test(id))).toBeInstanceOf(UnreadableAnswerError);
});

test('nothing, where something is due, is an answer that was lost', async () => {
  const nothing = () => new Response('', { status: 201 });
  const { client, seen } = stubService([nothing, json({ id }, 201)], soon);
  expect(await client.pins.create(draft)).toEqual({ id });
  expect(seen).toHaveLength(2);
  expect(await caught(stubService([nothing], { maxRetries: 0 }).client.pins.get(id))).toBeInstanceOf(UnreadableAnswerError);
  expect(await stubService([nothing]).client.request('POST', '/v1/later')).toBeUndefined();
});

test('a try ends in time, an abort at once', async () => {
  const never = {
    fetch: (_: string, { signal }: RequestInit) =>
      new Promise<Response>((__, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
  };
  const { PinPublishing } = await import('./client');
  const client = new PinPublishing({ baseUrl: 'http://127.0.0.1:1', ...never, maxRetries: 0 });
  expect(await caught(client.pins.get(id, {}, { timeoutMs: 20 }))).toBeInstanceOf(TimedOutError);
  const ending = new AbortController();
  const call = caught(client.pins.get(id, {}, { signal: ending.signal }));
  ending.abort('enough');
  expect(await call).toBe('enough');
  const waiting = stubService([busy], { maxRetries: 9 });
  const later = caught(waiting.client.pins.get(id, {}, { signal: AbortSignal.timeout(30) }));
  expect(await later).toMatchObject({ name: 'TimeoutError' });
});

test('pieces that come once are sent once, those of a function again', async () => {
  async function* pieces() {
    yield 'title';
  }
  const once = stubService([busy], soon);
  expect(await caught(once.client.imports.createFromCsv(pieces()))).toBeInstanceOf(RateLimitedError);
  expect(once.seen).toHaveLength(1);
  const again = stubService([busy, json({ id }, 202)], soon);
  await again.client.imports.createFromCsv({ content: pieces });
  expect(again.seen).toHaveLength(2);
});

test('an export goes on after a lost connection where it was', async () => {
  const broken = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"leaf_index":0}\n{"leaf_index":1}\n{"leaf'));
        },
        pull: (controller) => controller.error(lost()),
      }),
    );
  const { client, seen } = stubService([broken, () => new Response('{"leaf_index":2}\n')], soon);
  const facts: number[] = [];
  for await (const { leaf_index } of client.audit.export()) facts.push(leaf_index);
  expect(facts).toEqual([0, 1, 2]);
  expect(seen.map(({ url }) => url.split('?')[1])).toEqual([undefined, 'cursor=2']);
});
