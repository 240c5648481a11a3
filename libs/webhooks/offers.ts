import type { Database } from '@pps/read-store';

/** A delivery that is due; `position` names the fact after which it is, so that a delivery that has moved on is another offer. */
export interface DueDelivery {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly projectId: string;
  readonly sequence: number;
  readonly attempt: number;
  readonly position: string;
}

// Longer than what a worker may take for all that can be offered at once.
const offeredForMs = 60_000;
const claimedForMs = 18_000;
const givenBackForMs = 1_000;

/** Slots that deliveries hold from the moment they are handed to the workers. Times are the caller's. */
export const offers = {
  async make(db: Database, due: readonly DueDelivery[], now: Date): Promise<void> {
    const rows = due.map(({ deliveryId, webhookId, position }) => ({
      delivery_id: deliveryId,
      webhook_id: webhookId,
      position,
      offered_until: after(now, offeredForMs),
      claimed_until: null,
    }));
    if (rows.length > 0) await db('service.webhook_offer').insert(rows).onConflict('delivery_id').merge();
  },

  /** True for one worker at a time; one that dies with it loses the claim after 18 s. */
  async claim(db: Database, deliveryId: string, position: string, now: Date): Promise<boolean> {
    const claimed = await db('service.webhook_offer')
      .where({ delivery_id: deliveryId, position })
      .andWhere((open) => open.whereNull('claimed_until').orWhere('claimed_until', '<', now))
      .update({ claimed_until: after(now, claimedForMs) });
    return claimed === 1;
  },

  /** For work that turned out not to be wanted now: the slot is free again in a second. */
  async giveBack(db: Database, deliveryId: string, position: string, now: Date): Promise<void> {
    await db('service.webhook_offer')
      .where({ delivery_id: deliveryId, position })
      .update({ claimed_until: after(now, givenBackForMs) });
  },

  async sweep(db: Database, now: Date): Promise<void> {
    await db('service.webhook_offer')
      .where('offered_until', '<', after(now, -10 * offeredForMs))
      .delete();
  },
};

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);
