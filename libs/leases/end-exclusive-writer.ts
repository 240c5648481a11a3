import { databaseConnection } from '@pps/read-store';
import { lockShared } from './writer-lock.client';

const stuckMs = 3_000;

/**
 * Lets every process ask the event store again, for whoever appends and answers no requests: what was appended before is seen by every read that begins
 * after this. Throws what the connection throws.
 */
export async function endExclusiveWriter(databaseUrl: string): Promise<void> {
  const client = databaseConnection(databaseUrl, stuckMs);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await lockShared(client, stuckMs);
  } finally {
    await client.end();
  }
}
