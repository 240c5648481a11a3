import { startReceiver } from '../webhooks/receiver';
import { walkService } from '../campaigns/generated-clients/walk/walk-service';
import { walkedOperations, type OpenApiDocument } from '../campaigns/generated-clients/walked-operations';
import { migratedDatabase } from '../setup/migrated-database';
import { findPython, findPythonWithHttpx } from './find-python';
import { startLiveService, type LiveService } from './live-service';
import { startPythonClient, type PythonClientKind } from './python-client';

const kinds: readonly PythonClientKind[] = ['standard', 'async-threads', 'httpx', 'async-httpx'];

let live: LiveService;
beforeAll(async () => {
  live = await startLiveService({ DATABASE_URL: await migratedDatabase() });
});
afterAll(() => live.stop());

test('every operation is called by its method, for threads and in a loop, by the standard library and by httpx, and no word of an answer is lost', async () => {
  const [standard, withHttpx] = [await findPython(), await findPythonWithHttpx()];
  const receiver = await startReceiver();
  const { baseUrl, running } = live;
  const service = { baseUrl, simulatorsUrl: running.platformUrl, receiverUrl: receiver.url };
  const operations = walkedOperations((await (await fetch(`${baseUrl}/openapi.json`)).json()) as OpenApiDocument);
  const walks = kinds.map(async (kind) => {
    const client = startPythonClient(kind.endsWith('httpx') ? withHttpx : standard, baseUrl, kind);
    try {
      const { steps, broken } = await walkService(client.call, operations, service);
      const walked = new Set(steps.map(({ operation }) => operation.id));
      const unreached = [...operations.keys()].filter((id) => !walked.has(id));
      return [...broken, ...steps.flatMap(({ operation, fault }) => (fault === null ? [] : [`${operation.id}: ${fault}`])), ...unreached];
    } finally {
      client.stop();
    }
  });
  const faults = await Promise.all(walks);
  await receiver.stop();
  expect(Object.fromEntries(kinds.map((kind, at) => [kind, faults[at]]))).toEqual(Object.fromEntries(kinds.map((kind) => [kind, []])));
  expect(operations.size).toBeGreaterThan(100);
});

test.each([
  ['the standard library', findPython, 'standard'],
  ['httpx', findPythonWithHttpx, 'httpx'],
])('what the package promises holds against the service, by %s', async (_, find, transport) => {
  const { code, said } = await live.runLive(await find(), [], { SDK_TRANSPORT: transport });
  expect(code === 0 ? '' : said).toBe('');
});
