import type { Database } from '@pps/read-store';

/** Stores the body of an endpoint's response, until `deleteOldResponses`. It is not put into the log, because it may hold personal data that has to be deleted some day. */
export async function saveResponse(db: Database, deliveryId: string, n: number, body: string, at: Date): Promise<void> {
  if (body === '') return;
  await db('webhooks.attempt_response')
    .insert({ delivery_id: deliveryId, n, body, created_at: at })
    .onConflict(['delivery_id', 'n'])
    .ignore();
}

/** Response bodies by the attempt's number. */
export async function findResponses(db: Database, deliveryId: string): Promise<ReadonlyMap<number, string>> {
  const rows = (await db('webhooks.attempt_response').where({ delivery_id: deliveryId }).select('n', 'body')) as {
    n: number;
    body: string;
  }[];
  return new Map(rows.map(({ n, body }) => [n, body]));
}

/** Deletes what endpoints answered to these deliveries. */
export async function deleteResponses(db: Database, deliveryIds: readonly string[]): Promise<void> {
  await db('webhooks.attempt_response')
    .whereRaw('delivery_id = any(?::uuid[])', [[...deliveryIds]])
    .delete();
}

/** Deletes what endpoints answered longer ago than `keptMs`. */
export async function deleteOldResponses(db: Database, now: Date, keptMs: number): Promise<void> {
  await db('webhooks.attempt_response')
    .where('created_at', '<', new Date(now.getTime() - keptMs))
    .delete();
}
