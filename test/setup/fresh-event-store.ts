import { startLocalEventStore } from '@pps/local-event-store';
import { freshDatabase } from './fresh-database';

export interface FreshEventStore {
  readonly url: string;
  stop(): Promise<void>;
}

/** An empty log of one's own, for what follows the whole log: the shared one grows with every other file's events. */
export async function freshEventStore(): Promise<FreshEventStore> {
  const { connectionString, stop } = await startLocalEventStore({ databaseUrl: await freshDatabase(), port: 0 });
  return { url: connectionString, stop };
}
