import { orTimeout } from '@pps/concurrency';
import { connectWritable, databaseConnection } from '@pps/read-store';
import { findWritableAddress } from '@pps/read-store/writable-address';
import { randomUUID } from 'node:crypto';
import { writerValidMs } from './writer-lock';
import { lockShared, outlastEndedWriter } from './writer-lock.client';

const stuckMs = 3_000;
const endMs = 500;

/**
 * Lets every process ask the event store again, for whoever appends and answers no requests: what was appended before is seen by every read that begins
 * after this. Throws what the connection throws.
 */
export async function endExclusiveWriter(databaseUrl: string): Promise<void> {
  const client = databaseConnection(await findWritableAddress(databaseUrl), stuckMs);
  client.on('error', () => undefined);
  try {
    await connectWritable(client);
    await lockShared(client, stuckMs);
    await outlastEndedWriter(client, randomUUID(), writerValidMs);
  } finally {
    await orTimeout(
      client.end().catch(() => undefined),
      endMs,
    );
  }
}
