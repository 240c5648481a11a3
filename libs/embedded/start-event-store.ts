import { randomToken, type Part, waitUntil } from './part';
import { findFreePort } from './find-free-port';
import type { LineLog } from './child';
import { startNodeProgram } from './node-program';

export interface EventStoreOptions {
  readonly databaseUrl: string;
  /** 0 or absent: any free one. */
  readonly port?: number;
  /** What clients must give, in the URL; absent: a random one. A store that starts again needs the one its clients have. */
  readonly token?: string;
  readonly log?: LineLog;
  readonly env?: NodeJS.ProcessEnv;
  /** Another build's `event-store.main.js`, by its absolute path; absent: this project's own. */
  readonly entry?: string;
}

/** Starts the local event store on 127.0.0.1 and resolves when it says where it listens, within 60 s (a build included). */
export async function startEventStore(options: EventStoreOptions): Promise<Part> {
  const {
    databaseUrl,
    log = () => undefined,
    env = process.env,
    token = randomToken(),
    entry = 'apps/standalone/event-store.main',
  } = options;
  const wanted = options.port || (await findFreePort());
  let listening = false;
  let lastLine = '';
  const stdout = (line: string) => {
    listening ||= line.startsWith('listening ');
    log(line);
  };
  const stderr = (line: string) => {
    lastLine = line;
    log(line);
  };
  const server = startNodeProgram({
    entry,
    env: { ...env, DATABASE_URL: databaseUrl, EVENT_STORE_PORT: String(wanted), EVENT_STORE_TOKEN: token },
    stdout,
    stderr,
  });
  try {
    await waitUntil('The local event store', 60_000, server, () => listening);
  } catch (error) {
    await server.stop();
    throw new Error(`${error instanceof Error ? error.message : 'The local event store failed.'} ${lastLine}`.trim());
  }
  return { ...server, url: `esdb://127.0.0.1:${wanted}?tls=false&connectionName=${token}`, port: wanted };
}
