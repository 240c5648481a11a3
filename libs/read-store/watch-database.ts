import { pause } from '@pps/concurrency';
import type { Database } from './database';
import type { Timelines } from './timelines';
import { inspectServer, type SeenServer } from './inspect-server';
import { inspectAddress } from './inspect-address';
import { requireDiskSpace } from './require-disk-space';

export interface DatabaseWatchOptions {
  readonly db: Database;
  /** Where new connections are made, and what they have met there; without it nobody looks where the address leads. */
  readonly address?: { readonly url: string; readonly timelines: Timelines };
  readonly signal: AbortSignal;
  /** How often it looks, 5 s by default. */
  readonly everyMs?: number;
  /** Told of each look for space: null, or what hindered it. */
  readonly onSpace: (error: unknown) => void;
  readonly onServer: (server: SeenServer) => void;
}

/**
 * Looks until `signal` aborts whether the database's disk has room, who the server is, and how our clock stands to its; and beside that, as a server that
 * was replaced may answer none of this, where the address leads, unless the server can have no standbys. A look that fails is repeated.
 */
export async function watchDatabase({ db, address, signal, everyMs = 5_000, onSpace, onServer }: DatabaseWatchOptions): Promise<void> {
  let mayHaveStandbys = true;
  const watchServer = async () => {
    while (!signal.aborted) {
      const server = await inspectServer(db).catch(() => null);
      if (server) onServer(server);
      mayHaveStandbys = server?.mayHaveStandbys ?? mayHaveStandbys;
      await requireDiskSpace(db).then(() => onSpace(null), onSpace);
      await pause(everyMs, signal);
    }
  };
  const watchAddress = async ({ url, timelines }: NonNullable<DatabaseWatchOptions['address']>) => {
    while (!signal.aborted) {
      if (mayHaveStandbys) await inspectAddress(url, timelines);
      await pause(everyMs, signal);
    }
  };
  await Promise.all([watchServer(), address && watchAddress(address)]);
}
