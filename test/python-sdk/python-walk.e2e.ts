import { startReceiver } from '../webhooks/receiver';
import { installation } from '../campaigns/installation/installation';
import { walkService } from '../campaigns/generated-clients/walk/walk-service';
import { walkedOperations, type OpenApiDocument } from '../campaigns/generated-clients/walked-operations';
import { migratedDatabase } from '../setup/migrated-database';
import { findPython, findPythonWithHttpx } from './find-python';
import { startPythonClient, type PythonClientKind } from './python-client';

const kinds: readonly PythonClientKind[] = ['standard', 'async-threads', 'httpx', 'async-httpx'];

test('every operation is called by its method, for threads and in a loop, by the standard library and by httpx, and no word of an answer is lost', async () => {
  const [standard, withHttpx] = [await findPython(), await findPythonWithHttpx()];
  const receiver = await startReceiver();
  const settings = {
    DATABASE_URL: await migratedDatabase(),
    DEFAULT_PLAN: 'pro',
    SERVICE_PROCESSES: 'one',
    LOG_LEVEL: 'error',
    AUDIT_CHECKPOINT_EVERY: '2s',
  };
  const running = await installation(settings);
  try {
    await running.start();
    const service = { baseUrl: `http://127.0.0.1:${running.apiPort}`, simulatorsUrl: running.platformUrl, receiverUrl: receiver.url };
    const operations = walkedOperations((await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as OpenApiDocument);
    const walks = kinds.map(async (kind) => {
      const client = startPythonClient(kind.endsWith('httpx') ? withHttpx : standard, service.baseUrl, kind);
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
    expect(Object.fromEntries(kinds.map((kind, at) => [kind, faults[at]]))).toEqual(Object.fromEntries(kinds.map((kind) => [kind, []])));
    expect(operations.size).toBeGreaterThan(100);
  } finally {
    await running.stop();
    await running.discard(false);
    await receiver.stop();
  }
});
