import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { randomToken, startEventStore, startNats, startPostgres, type Part } from '@pps/embedded';
import type { Logger } from '@pps/runtime/logging/logger';
import { supervise, type Supervised, type SupervisedOptions } from './supervised';

export interface EmbeddedParts {
  /** Whether the database is made by this start, and so has no tables yet. */
  readonly makesDatabase: boolean;
  /** Starts the parts that no URL was given for; resolves with the settings that name all three. */
  start(): Promise<Record<'DATABASE_URL' | 'EVENTSTORE_URL' | 'NATS_URL', string>>;
  /** Resolves when all of them run. */
  running(): Promise<unknown>;
  /** The event store and the queue, then PostgreSQL. */
  stop(): Promise<void>;
}

export interface EmbeddedPartsOptions {
  readonly dataDir: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logger: Logger;
  passOn(name: string, line: string): void;
  readonly onEnd: SupervisedOptions<Part>['onEnd'];
  /** Runs a step of the start, and lets it be seen meanwhile. */
  during<T>(step: string, work: () => Promise<T>): Promise<T>;
}

/** The servers that the service needs: each is started here unless the environment names another. */
export function embeddedParts({ dataDir, environment, logger, passOn, onEnd, during }: EmbeddedPartsOptions): EmbeddedParts {
  const common = (name: string) => ({ name, graceMs: 10_000, pidFile: join(dataDir, 'run', `${name}.pid`), onEnd });
  const debug = (part: string) => (line: string) => logger.debug({ part }, line);
  // One for all of a start: the services go on with the URLs they have when a part is started again.
  const [queuePassword, storeToken] = [randomToken(), randomToken()];
  const given = (name: string) => environment[name]?.trim() || undefined;

  const postgres = given('DATABASE_URL')
    ? undefined
    : supervise<Part>({
        ...common('postgres'),
        start: (previous) =>
          startPostgres({ dataDir: join(dataDir, 'postgres'), port: previous?.port ?? 0, socket: true, log: debug('postgres') }),
      });
  const nats = given('NATS_URL')
    ? undefined
    : supervise<Part>({
        ...common('nats'),
        start: (previous) =>
          startNats({
            storeDir: join(dataDir, 'nats'),
            port: previous?.port ?? 0,
            password: queuePassword,
            log: debug('nats'),
            onInstall: (line) => logger.info({ part: 'nats' }, line),
          }),
      });
  let databaseUrl = given('DATABASE_URL') ?? '';
  const eventStore = given('EVENTSTORE_URL')
    ? undefined
    : supervise<Part>({
        ...common('event-store'),
        prerequisites: () => postgres?.running() ?? Promise.resolve(),
        start: (previous) =>
          startEventStore({
            databaseUrl,
            env: environment,
            port: previous?.port ?? 0,
            token: storeToken,
            log: (line) => passOn('event-store', line),
          }),
      });

  const makesDatabase = postgres !== undefined && !existsSync(join(dataDir, 'postgres'));
  const started = (step: string, part: Supervised<Part> | undefined) => (part ? during(step, () => part.start()) : undefined);
  const startStores = async () => {
    databaseUrl = (await started(makesDatabase ? 'making the database' : 'starting the database', postgres))?.url ?? databaseUrl;
    const eventStoreUrl = (await started('starting the event store', eventStore))?.url ?? given('EVENTSTORE_URL') ?? '';
    return { DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl };
  };
  const startQueue = async () => ({ NATS_URL: (await started('starting the work queue', nats))?.url ?? given('NATS_URL') ?? '' });
  return {
    makesDatabase,
    start: async () => {
      const [stores, queue] = await Promise.all([startStores(), startQueue()]);
      return { ...stores, ...queue };
    },
    running: () => Promise.all([postgres, nats, eventStore].map((part) => part?.running())),
    stop: async () => {
      await Promise.all([stopOf(eventStore), stopOf(nats)]);
      await stopOf(postgres);
    },
  };
}

async function stopOf(part: Supervised<Part> | undefined): Promise<void> {
  await part?.stop();
}
