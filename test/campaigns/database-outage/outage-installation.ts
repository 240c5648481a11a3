import { openDatabase } from '@pps/read-store';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestSimulators } from '../../../apps/simulators/testing';
import { caller, type Call } from '../../setup/caller';
import { platformSettings } from '../../setup/platform-service';
import { faultyParts } from '../installation/faulty-parts';
import { installation } from '../installation/installation';
import { openWay, type OutageKind, type WayToDatabase } from './ways-to-database';

export interface OutageInstallation {
  readonly api: Call;
  readonly platformUrl: string;
  /** The hosts' database, directly. */
  readonly databaseUrl: string;
  readonly way: WayToDatabase;
  lastWords(): readonly string[];
  discard(): Promise<void>;
}

const hostsDatabase = 'hosts';

/** Hosts in processes of their own, whose database can be taken away while the log, in a database beside it, stays. */
export async function outageInstallation(
  kind: OutageKind,
  settings: Readonly<Record<string, string>>,
  log: (line: string) => void,
): Promise<OutageInstallation> {
  const folder = mkdtempSync(join(tmpdir(), 'outage-'));
  chmodSync(folder, 0o711);
  const [stores, runDir] = [join(folder, 'stores'), join(folder, 'run')];
  for (const each of [stores, runDir]) mkdirSync(each, { mode: 0o711 });
  const stops: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const discard = async () => {
    for (const stop of stops.reverse()) await stop();
  };
  try {
    const simulators = await startTestSimulators();
    stops.push(() => simulators.discard());
    const parts = await faultyParts({ stores, runDir, env: {}, log });
    stops.push(() => parts.stop());
    const urls = await parts.start();
    const databaseUrl = await createDatabase(urls.DATABASE_URL);
    const way = await openWay(kind, databaseUrl, log);
    stops.push(() => way.stop());
    const service = await installation({
      ...settings,
      ...platformSettings(simulators.url),
      ...urls,
      DATABASE_URL: way.url,
      SERVICE_PROCESSES: 'four',
    });
    stops.push(() => service.discard(false));
    await service.start();
    stops.push(() => service.stop());
    const { lastWords } = service;
    return { api: caller(service.apiPort), platformUrl: simulators.url, databaseUrl, way, lastWords, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function createDatabase(serverUrl: string): Promise<string> {
  const server = openDatabase(serverUrl, 1);
  await server.raw(`create database ${hostsDatabase}`).finally(() => server.destroy());
  return Object.assign(new URL(serverUrl), { pathname: `/${hostsDatabase}` }).href;
}
