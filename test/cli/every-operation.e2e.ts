import { installation } from '../campaigns/installation/installation';
import { walkedOperations, type OpenApiDocument } from '../campaigns/generated-clients/walked-operations';
import { walkService } from '../campaigns/generated-clients/walk/walk-service';
import { migratedDatabase } from '../setup/migrated-database';
import { startReceiver } from '../webhooks/receiver';
import { bundledPps } from './bundled-pps';
import { cliClient, commandsOfOperations } from './cli-client';

const settings = { DEFAULT_PLAN: 'pro', SERVICE_PROCESSES: 'one', LOG_LEVEL: 'error', AUDIT_CHECKPOINT_EVERY: '2s' };

test('every operation that has a command is carried out by it, as a process', async () => {
  const [receiver, pps] = [await startReceiver(), bundledPps()];
  const running = await installation({ ...settings, DATABASE_URL: await migratedDatabase() });
  try {
    await running.start();
    const service = { baseUrl: `http://127.0.0.1:${running.apiPort}`, simulatorsUrl: running.platformUrl, receiverUrl: receiver.url };
    const document = (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as OpenApiDocument;
    const done = new Set<string>();
    const client = cliClient(pps, service.baseUrl, done);
    const walk = await walkService(client, walkedOperations(document), service);
    expect(walk.broken).toEqual([]);
    expect(walk.steps.flatMap(({ operation, fault }) => (fault === null ? [] : [`${operation.id}: ${fault}`]))).toEqual([]);
    expect([...commandsOfOperations().keys()].filter((id) => !done.has(id))).toEqual([]);
  } finally {
    await running.stop();
    await running.discard(false);
    await receiver.stop();
    pps.remove();
  }
}, 900_000);
