import { findFreePort, randomToken, startEventStore, startNats, startPostgres, type Part } from '@pps/embedded';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { supervise, type Supervised } from '../../../apps/standalone/supervised';
import { putCluster } from '../../setup/put-cluster';

/** A server that can be stopped for a while and is started again at the same address; automatically when it dies. */
export interface FaultyPart {
  start(): Promise<string>;
  stop(): Promise<void>;
}

export interface FaultyParts {
  readonly postgres: FaultyPart;
  readonly eventStore: FaultyPart;
  readonly nats: FaultyPart & { /** Removes what it has stored; while it is stopped. */ wipe(): void };
  /** Starts all; resolves with the settings that lead to them. */
  start(): Promise<Record<'DATABASE_URL' | 'EVENTSTORE_URL' | 'NATS_URL', string>>;
  stop(): Promise<void>;
}

export interface FaultyPartsOptions {
  /** PostgreSQL and NATS store their files below it. */
  readonly stores: string;
  readonly runDir: string;
  /** For the processes of PostgreSQL and the event store, beside a plain environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

/** PostgreSQL, the event store and NATS, each restarted when it ends, until it is stopped. */
export async function faultyParts({ stores, runDir, env, log }: FaultyPartsOptions): Promise<FaultyParts> {
  const ports = { postgres: await findFreePort(), eventStore: await findFreePort(), nats: await findFreePort() };
  const [token, password] = [randomToken(), randomToken()];
  const quiet = () => undefined;
  const part = (name: string, graceMs: number, begin: () => Promise<Part>): FaultyPart => {
    let current: Supervised<Part> | undefined;
    const onEnd = (_: string, how: string, restartInMs?: number) =>
      log(`${name} ended (${how}), ${restartInMs === undefined ? 'GIVEN UP' : `again in ${restartInMs} ms`}`);
    return {
      start: async () => {
        current = supervise<Part>({ name, graceMs, pidFile: join(runDir, `${name}.pid`), onEnd, start: begin });
        return (await current.start()).url;
      },
      stop: async () => {
        await current?.stop();
        current = undefined;
      },
    };
  };
  const dataDir = join(stores, 'postgres');
  putCluster(stores);
  const postgres = part('postgres', 5_000, () => startPostgres({ dataDir, port: ports.postgres, env }));
  let databaseUrl = '';
  const eventStoreEnv = { PATH: process.env.PATH, ...env };
  const eventStore = part('event-store', 5_000, () =>
    startEventStore({ databaseUrl, port: ports.eventStore, token, env: eventStoreEnv, log: quiet }),
  );
  const storeDir = join(stores, 'nats');
  const nats = part('nats', 5_000, () => startNats({ storeDir, port: ports.nats, password }));
  return {
    postgres,
    eventStore,
    nats: { ...nats, wipe: () => rmSync(storeDir, { recursive: true, force: true }) },
    start: async () => {
      databaseUrl = await postgres.start();
      return { DATABASE_URL: databaseUrl, EVENTSTORE_URL: await eventStore.start(), NATS_URL: await nats.start() };
    },
    stop: async () => {
      await Promise.all([eventStore.stop(), nats.stop()]);
      await postgres.stop();
    },
  };
}
