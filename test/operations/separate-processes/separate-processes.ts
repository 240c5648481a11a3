import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, startEventStore, startNats, startNodeProgram, type Child } from '@pps/embedded';
import { startTestSimulators } from '../../../apps/simulators/testing';
import { caller, type Call } from '../../setup/caller';
import { eventually } from '../../setup/eventually';
import { serviceLogs } from '../../setup/jest/service-logs';
import { migratedDatabase } from '../../setup/migrated-database';
import { platformSettings } from '../../setup/platform-service';
import { patientSettings } from '../../setup/patient-settings';

export type HostName = 'api' | 'projector' | 'orchestrator' | 'worker';

export interface SeparateProcesses {
  readonly apis: readonly Call[];
  /** Where they listen. */
  readonly ports: readonly number[];
  readonly hosts: Readonly<Record<HostName, readonly Child[]>>;
  readonly databaseUrl: string;
  readonly platformUrl: string;
  /** What the hosts logged, the first 1,000 lines. */
  readonly log: readonly string[];
  /** The settings of every host. */
  readonly settings: Readonly<Record<string, string>>;
  /** One more host; `env` beside the settings of all. */
  start(name: HostName, env?: Readonly<Record<string, string>>): Child;
  stop(): Promise<void>;
}

/** Every host `copies` times, each a process of its own, on parts given by URL. */
export async function startSeparately(copies: number, settings: Readonly<Record<string, string>> = {}): Promise<SeparateProcesses> {
  const folder = mkdtempSync(join(tmpdir(), 'separate-'));
  chmodSync(folder, 0o711);
  const stops: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const log: string[] = [];
  serviceLogs.watch(log);
  const stop = async () => {
    for (const end of stops.reverse()) await end();
  };
  try {
    const databaseUrl = await migratedDatabase();
    const eventStore = await startEventStore({ databaseUrl });
    stops.push(() => eventStore.stop());
    const nats = await startNats({ storeDir: join(folder, 'nats') });
    stops.push(() => nats.stop());
    const simulators = await startTestSimulators();
    stops.push(() => simulators.discard());
    const shared = {
      PATH: process.env.PATH ?? '',
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      EVENTSTORE_URL: eventStore.url,
      NATS_URL: nats.url,
      LOG_LEVEL: 'error',
      ...patientSettings,
      WEBHOOK_TARGETS: 'any',
      ...platformSettings(simulators.url),
      ...settings,
    };
    const start = (name: HostName, env: NodeJS.ProcessEnv = {}) => {
      const note = (line: string) => void (log.length < 1_000 && log.push(`${name}: ${line}`));
      const child = startNodeProgram({ entry: `apps/${name}/main`, env: { ...shared, ...env }, stdout: note, stderr: note });
      stops.push(() => child.stop());
      return child;
    };
    const several = (name: HostName) => Array.from({ length: copies }, () => start(name));
    const ports = await Promise.all(Array.from({ length: copies }, () => findFreePort()));
    const hosts = {
      api: ports.map((port) => start('api', { PORT: String(port) })),
      projector: several('projector'),
      orchestrator: several('orchestrator'),
      worker: several('worker'),
    };
    const apis = ports.map(caller);
    for (const api of apis) await readyApi(api);
    return { apis, ports, hosts, databaseUrl, platformUrl: simulators.url, log, settings: shared, start, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits for an API that was just started. */
export const readyApi = (api: Call): Promise<true> => eventually('a ready API', () => isReady(api));

async function isReady(api: Call): Promise<true | undefined> {
  const answer = await api('GET', '/health/ready').catch(() => null);
  return answer?.status === 200 ? true : undefined;
}
