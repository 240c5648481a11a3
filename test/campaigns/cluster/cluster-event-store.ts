import type { Release } from '../upgrade/release';
import { findFreePort, randomToken, startEventStore, type Part } from '@pps/embedded';

/** The local event store in a process that can be killed and started again at the same address. */
export interface ClusterEventStore {
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startClusterEventStore(
  databaseUrl: string,
  { eventStore: entry }: Pick<Release, 'eventStore'>,
): Promise<ClusterEventStore> {
  const options = { databaseUrl, port: await findFreePort(), token: randomToken(), entry };
  let running: Part | undefined = await startEventStore(options);
  return {
    url: running.url,
    kill: async () => {
      running?.kill('SIGKILL');
      await running?.ended;
      running = undefined;
    },
    start: async () => void (running = await startEventStore(options)),
    stop: async () => void (await running?.stop()),
  };
}
