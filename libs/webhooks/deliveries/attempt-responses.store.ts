import type { Database } from '@pps/read-store';

export interface AttemptResponse {
  readonly deliveryId: string;
  readonly n: number;
  readonly body: string;
  readonly at: Date;
}

/** Stores the bodies of endpoints' responses, until `deleteOldResponses`. They are not put into the log, because they may hold personal data that has to be deleted some day. */
export async function saveResponses(db: Database, responses: readonly AttemptResponse[]): Promise<void> {
  const rows = responses.flatMap(({ deliveryId, n, body, at }) =>
    body === '' ? [] : [{ delivery_id: deliveryId, n, body, created_at: at }],
  );
  if (rows.length === 0) return;
  await db('webhooks.attempt_response').insert(rows).onConflict(['delivery_id', 'n']).ignore();
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
