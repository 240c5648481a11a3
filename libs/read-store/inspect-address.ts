import { orTimeout } from '@pps/concurrency';
import { connectWritable, databaseConnection } from './database-connection';
import { findWritableAddress } from './writable-address';
import type { Timelines } from './timelines';

const waitMs = 3_000;

/**
 * Connects anew and notes which server takes writes there now: connections that are open stay with the server that they were made to, also once the address
 * leads to another one. What the look fails with says nothing.
 */
export async function inspectAddress(url: string, timelines: Timelines): Promise<void> {
  const address = await findWritableAddress(url, timelines).catch(() => null);
  if (address === null) return;
  try {
    const client = databaseConnection(address, waitMs);
    client.on('error', () => undefined);
    await orTimeout(
      connectWritable(client, timelines).catch(() => undefined),
      waitMs,
    );
    void client.end().catch(() => undefined);
  } catch {
    // A file of its certificates cannot be read at this moment.
  }
}
