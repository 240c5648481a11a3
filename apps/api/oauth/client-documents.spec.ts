import { Overloaded } from '@pps/concurrency';
import { openClientDocuments } from './client-documents';

const address = 'https://app.example.com/client.json';
const described = {
  client_id: address,
  client_name: 'App',
  redirect_uris: ['https://app.example.com/callback'],
  token_endpoint_auth_method: 'none',
};

/** Documents of one server, which counts what it is asked. */
function documentsOf(answer: (address: string) => unknown, cacheControl?: string, policy: 'any' | 'public' = 'public') {
  let nowMs = 0;
  const asked: string[] = [];
  const documents = openClientDocuments(
    { WEBHOOK_TARGETS: policy },
    () => new Date(nowMs),
    async (from) => {
      asked.push(from);
      await Promise.resolve();
      const body = answer(from);
      return body === null
        ? null
        : { body: typeof body === 'string' ? body : JSON.stringify(body), cacheControl, contentType: 'application/json' };
    },
  );
  return { documents, asked, after: (seconds: number) => void (nowMs += seconds * 1_000) };
}

test('a program is what the document at its address says, which is fetched once for all who ask at once', async () => {
  const { documents, asked } = documentsOf(() => described);
  const found = await Promise.all(Array.from({ length: 5 }, () => documents.find(address, 'site')));
  expect(new Set(found.map((metadata) => JSON.stringify(metadata)))).toEqual(
    new Set([JSON.stringify({ name: 'App', redirectUris: ['https://app.example.com/callback'] })]),
  );
  expect(asked).toEqual([address]);
});

test.each([
  [undefined, 299, 1],
  [undefined, 301, 2],
  ['no-store, max-age=0', 299, 1],
  ['public, max-age=3600', 3_599, 1],
  ['public, max-age=3600', 3_601, 2],
  ['max-age=99999999', 86_399, 1],
  ['max-age=99999999', 86_401, 2],
])('with %s it is kept for 5 minutes at least and a day at most: after %d s asked %d times', async (cacheControl, seconds, times) => {
  const { documents, asked, after } = documentsOf(() => described, cacheControl);
  await documents.find(address, 'site');
  after(seconds);
  await documents.find(address, 'site');
  expect(asked.length).toBe(times);
});

test.each([
  ['of another address', { ...described, client_id: 'https://app.example.com/other.json' }],
  ['of a program with a secret', { ...described, token_endpoint_auth_method: 'client_secret_basic' }],
  ['without an address to go back to', { ...described, redirect_uris: [] }],
  ['with a script', { ...described, redirect_uris: ['javascript:alert(1)'] }],
  ['that is a list', [described]],
  ['that is no JSON', '<html>'],
  ['that is not there', null],
])('a document %s is none, and is asked for again after half a minute only', async (_, body) => {
  const { documents, asked, after } = documentsOf(() => body);
  expect([await documents.find(address, 'site'), await documents.find(address, 'site'), asked.length]).toEqual([null, null, 1]);
  after(31);
  await documents.find(address, 'site');
  expect(asked.length).toBe(2);
});

test.each([
  ...['http://app.example.com/client.json', 'https://app.example.com', 'https://app.example.com/', 'https://app.example.com/x#y'],
  ...['https://user@app.example.com/x', 'https://APP.example.com/x', 'https://app.example.com/a/../x', 'https://app.example.com:443/x'],
  ...[`https://app.example.com/${'x'.repeat(500)}`, 'https://', 'ftp://app.example.com/x'],
])('%s is no address of a program, and nobody is asked', async (strange) => {
  const { documents, asked } = documentsOf(() => ({ ...described, client_id: strange }));
  expect([await documents.find(strange, 'site'), asked]).toEqual([null, []]);
});

test('of many programs at once only some are asked for, and a thousand are kept', async () => {
  const { documents, asked } = documentsOf((client_id) => ({ ...described, client_id }));
  const addresses = Array.from({ length: 1_100 }, (_, at) => `https://app${at}.example.com/client`);
  await Promise.allSettled(addresses.map((each) => documents.find(each, each)));
  expect(asked.length).toBe(40);
  for (const each of addresses) await documents.find(each, 'site');
  const before = asked.length;
  for (const each of addresses.slice(-1_000)) await documents.find(each, 'site');
  expect(asked.length).toBe(before);
});

const documentOf = (address: string, contentType = 'application/json') => ({
  body: JSON.stringify({ client_id: address, client_name: 'Planner', redirect_uris: ['https://app.example.com/callback'] }),
  cacheControl: undefined,
  contentType,
});
const planner = { name: 'Planner', redirectUris: ['https://app.example.com/callback'] };

/** Documents whose servers answer when they are told to. */
function waitedDocuments() {
  let now = Date.parse('2026-11-28T10:00:00Z');
  const waiting = new Map<string, (document: ReturnType<typeof documentOf> | null) => void>();
  const { find } = openClientDocuments(
    { WEBHOOK_TARGETS: 'public' },
    () => new Date(now),
    (address) => new Promise((resolve) => void waiting.set(address, resolve)),
  );
  const answer = (address: string, document: ReturnType<typeof documentOf> | null = documentOf(address)) =>
    waiting.get(address)?.(document);
  return { find, waiting, answer, after: (seconds: number) => void (now += seconds * 1_000) };
}

/** What was found or thrown by now; 'waits' where neither was. */
const outcomeOf = (asked: Promise<unknown>): Promise<unknown> =>
  Promise.race([asked.catch((error: unknown) => error), new Promise((resolve) => void setImmediate(resolve, 'waits'))]);

test('lets slow servers hold up their own programs and networks only', async () => {
  const { find, answer } = waitedDocuments();
  for (let n = 0; n < 4; n++) void find(`https://slow.example/${n}`, `network ${n}`);
  expect(await outcomeOf(find('https://slow.example/5', 'network 5'))).toBeInstanceOf(Overloaded);
  for (let n = 0; n < 4; n++) void find(`https://s${n}.slow.example/x`, 'flood');
  expect(await outcomeOf(find('https://other.example/x', 'flood'))).toBeInstanceOf(Overloaded);
  const asked = find('https://other.example/x', 'somebody');
  expect(await outcomeOf(asked)).toBe('waits');
  answer('https://other.example/x');
  expect(await asked).toEqual(planner);
});

test('goes on with what a server said last while it fails or there is no room, for a day', async () => {
  const { find, answer, waiting, after } = waitedDocuments();
  const address = 'https://app.example/client';
  const asked = find(address, 'one');
  answer(address);
  await asked;
  after(301);
  const failed = find(address, 'one');
  answer(address, null);
  expect(await failed).toEqual(planner);
  waiting.clear();
  expect([await find(address, 'one'), waiting.size]).toEqual([planner, 0]);
  after(31);
  for (let n = 0; n < 4; n++) void find(`https://s${n}.slow.example/x`, 'one');
  expect(await find(address, 'one')).toEqual(planner);
  after(86_400);
  const gone = find(address, 'two');
  answer(address, null);
  expect(await gone).toBeNull();
});

test.each([
  ['application/json; charset=utf-8', true],
  ['application/client-metadata+json', true],
  ['text/plain', false],
  ['text/html', false],
  ['application/jsonp', false],
])('a document of %s counts: %s', async (contentType, counts) => {
  const { find, answer } = waitedDocuments();
  const asked = find('https://app.example/client', 'one');
  answer('https://app.example/client', documentOf('https://app.example/client', contentType));
  expect(await asked).toEqual(counts ? planner : null);
});
