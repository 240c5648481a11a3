import { newId } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { offers } from './offers.store';

/** A batch that was offered, of so many events of one webhook; with `isFirst` false they were offered before. */
export async function offeredBatch(db: Database, count: number, { isFirst = true } = {}) {
  const [webhookId, batchId, projectId, now] = [newId(), newId(), newId(), new Date()];
  const due = (sequence: number) => ({ deliveryId: newId(), webhookId, projectId, sequence, attempt: 1, position: '1' });
  const deliveries = Array.from({ length: count }, (_, n) => due(n + 1));
  for (let times = isFirst ? 1 : 2; times > 0; times--) await offers.save(db, [{ batchId, projectId, deliveries }], now);
  return { batchId, deliveries };
}

/** Until when each of a batch's offers is claimed, in the order of their events; null where nobody has claimed it. */
export const offerClaims = (db: Database, batchId: string): Promise<(Date | null)[]> =>
  db('webhooks.offer').where({ batch_id: batchId }).orderBy('sequence').pluck('claimed_until');
