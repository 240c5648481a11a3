import 'reflect-metadata';
import type { Clock } from '@pps/kernel';
import { startLocalEventStore } from '@pps/local-event-store';
import { isDatabaseUnavailable, runProjector, type ProjectorOptions } from '@pps/read-store';
import { createLogger, loadConfiguration } from '@pps/runtime';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi } from '../../apps/api/start-api';
import { openParts, type OpenLog, type OpenPartsOptions, type Parts } from '../../apps/foundation/open-parts';
import { awaitedProjections, projections } from '../../projections';
import { caller, type Call } from './caller';
import { serviceLogs } from './jest/service-logs';
import { logInMemory } from './log-in-memory';
import { migratedDatabase } from './migrated-database';
import { patientSettings } from './patient-settings';

export interface RunningService {
  readonly url: string;
  readonly call: Call;
  /** What a process beside the API sees of the same installation. */
  readonly parts: Parts;
  /** How another host of the same installation opens its log. */
  readonly openLog: OpenLog | undefined;
  /** Everything the API logged. */
  readonly log: readonly string[];
  /** One more API process on the same installation. */
  another(): Promise<Call & { readonly url: string }>;
  stop(): Promise<void>;
}

const inMemory = 'esdb://in-memory.invalid?tls=false';
/** As `EVENTSTORE_URL`: the local event store, for a service whose log processes read as well, such as `pinctl`. */
export const servedLog = 'served';

/**
 * The API and the projector in this process, on a database of their own, and on a log in memory where no `EVENTSTORE_URL` is given: to serve it over
 * gRPC costs a quarter of the processor time, and both keep the same contract (`libs/event-store/event-store-contract.esdb.spec.ts`).
 */
export async function startService(
  settings: Readonly<Record<string, string>> = {},
  clock?: Clock,
  writer?: OpenPartsOptions['writer'],
): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), 'pin-service-'));
  const databaseUrl = settings['DATABASE_URL'] ?? (await migratedDatabase());
  // A log of its own: a shared one grows with every other file's events, and each service would read them all.
  const { EVENTSTORE_URL: wanted = inMemory, ...others } = settings;
  const eventStore = wanted === servedLog ? await startLocalEventStore({ databaseUrl, port: 0 }) : undefined;
  const openLog = wanted === inMemory ? logInMemory() : undefined;
  const database = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    ...patientSettings,
    // All tests of a file call from one address.
    REGISTRATIONS_PER_ADDRESS: '1000000',
    LINK_USES_PER_ADDRESS: '1000000',
    MAIL_REQUESTS_PER_ADDRESS: '1000000',
    REFUSED_BODIES_PER_ADDRESS: '1000000',
    EVENTSTORE_URL: eventStore?.connectionString ?? wanted,
  };
  const config = loadConfiguration({ ...process.env, PORT: '0', ...database, ...others });
  const log: string[] = [];
  serviceLogs.watch(log);
  const logger = createLogger('test', config, { write: (line: string) => void log.push(line) });
  const parts = await openParts(config, logger, { clock, openLog });
  await parts.live.start();
  const ending = new AbortController();
  const projecting = project(parts, ending.signal, (level, message, fields) => logger[level](fields, message));
  const apis = [await startApi({ config, logger }, clock, openLog, writer)];
  return {
    url: `http://127.0.0.1:${apis[0]?.port ?? 0}`,
    call: caller(apis[0]?.port ?? 0),
    parts,
    openLog,
    log,
    async another() {
      const api = await startApi({ config: { ...config, PORT: 0 }, logger }, clock, openLog);
      apis.push(api);
      return Object.assign(caller(api.port), { url: `http://127.0.0.1:${api.port}` });
    },
    async stop() {
      for (const api of apis) await api.stop();
      ending.abort();
      await projecting;
      await parts.stop();
      await eventStore?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Projects until `signal` aborts. Begins again, as a host does, where a connection was lost: the API starts in this process meanwhile and holds it up. */
async function project({ db, store }: Parts, signal: AbortSignal, log: ProjectorOptions['log']): Promise<void> {
  const first = new Set(awaitedProjections.map(({ name }) => name));
  while (!signal.aborted) {
    try {
      await runProjector({ db, store, projections, first, signal, log });
    } catch (error) {
      if (!signal.aborted && !isDatabaseUnavailable(error)) throw error;
    }
  }
}
