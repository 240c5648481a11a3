import { startReceiver } from '../webhooks/receiver';
import { installation } from '../campaigns/installation/installation';
import { walkedOperations, type OpenApiDocument } from '../campaigns/generated-clients/walked-operations';
import { walkService } from '../campaigns/generated-clients/walk/walk-service';
import { migratedDatabase } from '../setup/migrated-database';
import { sdkClient, sdkOperations } from './sdk-client';

const settings = { DEFAULT_PLAN: 'pro', SERVICE_PROCESSES: 'one', LOG_LEVEL: 'error', AUDIT_CHECKPOINT_EVERY: '2s' };

test('every operation is carried out by its method', async () => {
  const receiver = await startReceiver();
  const running = await installation({ ...settings, DATABASE_URL: await migratedDatabase() });
  try {
    await running.start();
    const service = { baseUrl: `http://127.0.0.1:${running.apiPort}`, simulatorsUrl: running.platformUrl, receiverUrl: receiver.url };
    const document = (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as OpenApiDocument;
    const walk = await walkService(sdkClient(service.baseUrl), walkedOperations(document), service);
    expect(walk.broken).toEqual([]);
    expect(walk.steps.flatMap(({ operation, fault }) => (fault === null ? [] : [`${operation.id}: ${fault}`]))).toEqual([]);
    const reached = new Set(walk.steps.map(({ operation }) => operation.id));
    expect([...sdkOperations().keys()].filter((id) => !reached.has(id))).toEqual([]);
  } finally {
    await running.stop();
    await running.discard(false);
    await receiver.stop();
  }
});
