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
      return body === null ? null : { body: typeof body === 'string' ? body : JSON.stringify(body), cacheControl };
    },
  );
  return { documents, asked, after: (seconds: number) => void (nowMs += seconds * 1_000) };
}

test('a program is what the document at its address says, which is fetched once for all who ask at once', async () => {
  const { documents, asked } = documentsOf(() => described);
  const found = await Promise.all(Array.from({ length: 5 }, () => documents.find(address)));
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
  await documents.find(address);
  after(seconds);
  await documents.find(address);
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
  expect([await documents.find(address), await documents.find(address), asked.length]).toEqual([null, null, 1]);
  after(31);
  await documents.find(address);
  expect(asked.length).toBe(2);
});

test.each([
  ...['http://app.example.com/client.json', 'https://app.example.com', 'https://app.example.com/', 'https://app.example.com/x#y'],
  ...['https://user@app.example.com/x', 'https://APP.example.com/x', 'https://app.example.com/a/../x', 'https://app.example.com:443/x'],
  ...[`https://app.example.com/${'x'.repeat(500)}`, 'https://', 'ftp://app.example.com/x'],
])('%s is no address of a program, and nobody is asked', async (strange) => {
  const { documents, asked } = documentsOf(() => ({ ...described, client_id: strange }));
  expect([await documents.find(strange), asked]).toEqual([null, []]);
});

test('of many programs at once only some are asked for, and a thousand are kept', async () => {
  const { documents, asked } = documentsOf((client_id) => ({ ...described, client_id }));
  const addresses = Array.from({ length: 1_100 }, (_, at) => `https://app.example.com/${at}`);
  await Promise.all(addresses.map((each) => documents.find(each)));
  expect(asked.length).toBe(20);
  for (const each of addresses) await documents.find(each);
  const before = asked.length;
  for (const each of addresses.slice(-1_000)) await documents.find(each);
  expect(asked.length).toBe(before);
});
