import type { Database } from '@pps/read-store';

const keptForMs = 30 * 86_400_000;

/** Keeps what an endpoint answered beside the log: it is not ours, and may hold what must be forgotten. */
export async function keepResponse(db: Database, deliveryId: string, n: number, body: string, at: Date): Promise<void> {
  if (body === '') return;
  await db('webhooks.attempt_response')
    .insert({ delivery_id: deliveryId, n, body, created_at: at })
    .onConflict(['delivery_id', 'n'])
    .ignore();
}

/** Bodies by the attempt's number. */
export async function responsesOf(db: Database, deliveryId: string): Promise<ReadonlyMap<number, string>> {
  const rows = (await db('webhooks.attempt_response').where({ delivery_id: deliveryId }).select('n', 'body')) as {
    n: number;
    body: string;
  }[];
  return new Map(rows.map(({ n, body }) => [n, body]));
}

export async function forgetOldResponses(db: Database, now: Date): Promise<void> {
  await db('webhooks.attempt_response')
    .where('created_at', '<', new Date(now.getTime() - keptForMs))
    .delete();
}
