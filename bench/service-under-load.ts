import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { startEventStore, startNats, startPostgres, type Part } from '@pps/embedded';
import { installation, type Installation } from '../test/campaigns/installation/installation';
import { openWorkspace } from '../test/campaigns/traffic/workspace';
import { caller } from '../test/setup/caller';

export interface ServiceUnderLoad {
  readonly eventStoreUrl: string;
  readonly databaseUrl: string;
  /** The parts that the service needs, each by the id of its first process. */
  readonly parts: Readonly<Record<string, number>>;
  readonly service: Installation;
  readonly accountId: string;
  readonly boardId: string;
  /** Headers of an authenticated call with an API key. */
  readonly headers: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * `npm start` on parts whose addresses are known, with a workspace ready to publish; settings are added to the environment, and what PostgreSQL
 * logs is told line by line.
 */
export async function serviceUnderLoad(
  settings: Readonly<Record<string, string>>,
  databaseLog: (line: string) => void = () => undefined,
): Promise<ServiceUnderLoad> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  chmodSync(folder, 0o711);
  const parts: Part[] = [];
  const receiver = createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1');
  let service: Installation | undefined;
  const stop = async () => {
    await service?.stop();
    await service?.discard(false);
    for (const part of parts.reverse()) await part.stop();
    receiver.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), socket: true, log: databaseLog });
    parts.push(postgres);
    const eventStore = await startEventStore({ databaseUrl: postgres.url });
    parts.push(eventStore);
    const nats = await startNats({ storeDir: join(folder, 'nats') });
    parts.push(nats);
    service = await installation({
      DATABASE_URL: postgres.url,
      EVENTSTORE_URL: eventStore.url,
      NATS_URL: nats.url,
      PLATFORM_CLIENT_ID: 'bench',
      PLATFORM_CLIENT_SECRET: randomBytes(16).toString('hex'),
      DEFAULT_PLAN: 'enterprise',
      SERVICE_PROCESSES: process.env['SERVICE_PROCESSES'] ?? 'one',
      ...settings,
    });
    await service.start();
    const pids = { PostgreSQL: postgres.pid, 'event store': eventStore.pid, NATS: nats.pid };
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const [workspace] = await openWorkspace([caller(service.apiPort)], url);
    const { accountId, boardId, headers } = workspace;
    // As most clients subscribe: to the outcome, not to every step.
    await workspace.call('PATCH', `/v1/webhooks/${workspace.webhookId}`, { events: ['pin.published', 'pin.failed'] });
    return { eventStoreUrl: eventStore.url, databaseUrl: postgres.url, parts: pids, service, accountId, boardId, headers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
