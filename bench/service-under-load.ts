import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AddressInfo } from 'node:net';
import { startEventStore, startNats, startPostgres, type Part } from '@pps/embedded';
import { installation, type Installation } from '../test/campaigns/installation/installation';
import { openWorkspace } from '../test/campaigns/traffic/workspace';
import { caller } from '../test/setup/caller';

export interface ServiceUnderLoad {
  readonly eventStoreUrl: string;
  readonly databaseUrl: string;
  /** The environment of its processes, as far as it was given. */
  readonly settings: Readonly<Record<string, string>>;
  /** The parts that the service needs, each by the id of its first process. */
  readonly parts: Readonly<Record<string, number>>;
  readonly service: Installation;
  readonly accountId: string;
  readonly boardId: string;
  /** Headers of an authenticated call with an API key. */
  readonly headers: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** A database, and how the service comes to it. */
export interface DatabaseUnderLoad {
  /** Of the server itself: the local event store lies there too. */
  readonly url: string;
  /** `DATABASE_URL`, where the service has another one, and what goes with it. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Each by the id of its first process. */
  readonly processes: Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

/** Another checkout, built, whose service and event store are measured in place of this one's: for figures of two builds by turns. */
const otherBuild = process.env['BUILD'];

type StartDatabase = (folder: string) => Promise<DatabaseUnderLoad>;

/** A PostgreSQL behind a socket; what it logs is told line by line. */
export const socketDatabase =
  (log: (line: string) => void = () => undefined): StartDatabase =>
  async (folder) => {
    const { url, pid, stop } = await startPostgres({ dataDir: join(folder, 'postgres'), socket: true, log });
    return { url, processes: { PostgreSQL: pid }, stop: () => stop() };
  };

/** `npm start` on parts whose addresses are known, with a workspace ready to publish; settings are added to the environment. */
export async function serviceUnderLoad(
  settings: Readonly<Record<string, string>>,
  startDatabase: StartDatabase = socketDatabase(),
): Promise<ServiceUnderLoad> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  chmodSync(folder, 0o711);
  const parts: Pick<Part, 'stop'>[] = [];
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
    const database = await startDatabase(folder);
    parts.push(database);
    const eventStore = await startEventStore({
      databaseUrl: database.url,
      ...(otherBuild && { entry: resolve(otherBuild, 'dist/apps/standalone/event-store.main.js') }),
    });
    parts.push(eventStore);
    const nats = await startNats({ storeDir: join(folder, 'nats') });
    parts.push(nats);
    const environment = {
      DATABASE_URL: database.url,
      EVENTSTORE_URL: eventStore.url,
      NATS_URL: nats.url,
      PLATFORM_CLIENT_ID: 'bench',
      PLATFORM_CLIENT_SECRET: randomBytes(16).toString('hex'),
      DEFAULT_PLAN: 'enterprise',
      SERVICE_PROCESSES: process.env['SERVICE_PROCESSES'] ?? 'one',
      ...database.settings,
      ...settings,
    };
    service = await installation(environment, otherBuild);
    await service.start();
    const pids = { ...database.processes, 'event store': eventStore.pid, NATS: nats.pid };
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const [workspace] = await openWorkspace([caller(service.apiPort)], url);
    const { accountId, boardId, headers } = workspace;
    // As most clients subscribe: to the outcome, not to every step.
    await workspace.call('PATCH', `/v1/webhooks/${workspace.webhookId}`, { events: ['pin.published', 'pin.failed'] });
    const urls = { eventStoreUrl: eventStore.url, databaseUrl: database.url };
    return { ...urls, settings: environment, parts: pids, service, accountId, boardId, headers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
