import type { Database } from '@pps/read-store';

const retainedForMs = 30 * 86_400_000;

/** Stores the body of an endpoint's response for 30 days. It is not put into the log, because it may hold personal data that has to be deleted some day. */
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

export async function deleteOldResponses(db: Database, now: Date): Promise<void> {
  await db('webhooks.attempt_response')
    .where('created_at', '<', new Date(now.getTime() - retainedForMs))
    .delete();
}
