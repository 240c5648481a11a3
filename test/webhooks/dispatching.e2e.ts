import { derivedId, newId } from '@pps/kernel';
import { contextOf, migrate, openDatabase, readStoreMigrations, setUpProjection, type Database } from '@pps/read-store';
import { createDispatchRound, webhooksMigrations } from '@pps/webhooks';
import type { WebhookFact } from '@pps/webhooks/events';
import { outboxSamples, webhookSamples } from '@pps/webhooks/testing';
import type { WorkItem } from '@pps/work-queue';
import { webhookDeliveriesProjection } from '@pps/webhooks';
import { recorded } from '@pps/read-store/testing';
import { freshDatabase } from '../setup/fresh-database';

const start = Date.parse('2026-01-05T09:00:00.000Z');

describe('the dispatcher of deliveries', () => {
  let db: Database;
  let position = 0n;
  let now: Date;
  let offered: WorkItem[];
  let dispatch: () => Promise<number>;
  beforeEach(async () => {
    db = openDatabase(await freshDatabase(), 2);
    await migrate(db, [...readStoreMigrations, ...webhooksMigrations]);
    await setUpProjection(db, webhookDeliveriesProjection, 'test');
    now = new Date(start);
    offered = [];
    dispatch = createDispatchRound({ db, queue: { offer: async (work) => void offered.push(work) }, clock: () => now });
  });
  afterEach(() => db.destroy());

  const feed = (stream: string, facts: Parameters<typeof recorded>[1], projectId: string) => {
    position += 100n;
    const placed = recorded(stream, facts, position).map((fact) => ({ ...fact, metadata: { ...fact.metadata, projectId, epoch: 0 } }));
    return db.transaction((tx) => webhookDeliveriesProjection.project(placed, contextOf(webhookDeliveriesProjection, tx)));
  };
  const later = (ms: number) => void (now = new Date(now.getTime() + ms));
  const deliveryId = (webhookId: string, n: number) => derivedId(webhookId, n);

  async function webhookWith(deliveries: number): Promise<{ webhookId: string; projectId: string }> {
    const [webhookId, projectId] = [newId(), newId()];
    const [created] = webhookSamples as readonly Extract<WebhookFact, { type: 'WebhookCreated' }>[];
    await feed(`webhook-${webhookId}`, [{ ...created!, data: { ...created!.data, webhookId, projectId } }], projectId);
    const request = (n: number) => ({
      ...outboxSamples[0]!,
      data: { ...outboxSamples[0]!.data, webhookId, deliveryId: deliveryId(webhookId, n) },
    });
    await feed(
      `webhook_outbox-${webhookId}`,
      Array.from({ length: deliveries }, (_, index) => request(index + 1)),
      projectId,
    );
    return { webhookId, projectId };
  }

  const out = async () => {
    const rows = (await db('webhooks.offer')
      .whereIn(
        'batch_id',
        offered.map(({ id }) => id),
      )
      .orderBy(['webhook_id', 'sequence'])) as { webhook_id: string; batch_id: string; sequence: string }[];
    return rows.map(({ webhook_id, batch_id, sequence }) => ({ webhookId: webhook_id, batchId: batch_id, sequence: Number(sequence) }));
  };

  it('gives a webhook two slots, however much waits, and no more until one is free', async () => {
    const { webhookId, projectId } = await webhookWith(50);
    expect(await dispatch()).toBe(2);
    expect(offered.map(({ kind }) => kind)).toEqual(['deliver', 'deliver']);
    const rows = await out();
    expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(await dispatch()).toBe(0);
    const finished = rows.filter(({ batchId }) => batchId === rows[0]!.batchId);
    for (const { sequence } of finished) {
      await feed(`webhook_delivery-${deliveryId(webhookId, sequence)}`, [{ type: 'WebhookDelivered', data: { at: '' } }], projectId);
    }
    expect(await dispatch()).toBe(1);
    expect((await out()).filter(({ sequence }) => sequence > 20)).toHaveLength(10);
  });

  it('offers lost work again, under a new name', async () => {
    await webhookWith(1);
    expect(await dispatch()).toBe(1);
    later(89_000);
    expect(await dispatch()).toBe(0);
    later(2_000);
    expect(await dispatch()).toBe(1);
    expect(new Set(offered.map(({ id }) => id)).size).toBe(2);
  });

  it('waits for the time of the next attempt', async () => {
    const { webhookId, projectId } = await webhookWith(1);
    await dispatch();
    const nextAttemptAt = new Date(start + 5_000).toISOString();
    const attempted = { webhookId, n: 1, startedAt: nextAttemptAt, durationMs: 1, statusCode: 500, trigger: 'auto', nextAttemptAt };
    await feed(`webhook_delivery-${deliveryId(webhookId, 1)}`, [{ type: 'WebhookDeliveryAttempted', data: attempted }], projectId);
    later(4_999);
    expect(await dispatch()).toBe(0);
    later(1);
    expect(await dispatch()).toBe(1);
    expect(await db('webhooks.offer').select('attempt')).toEqual([{ attempt: 2 }]);
  });

  it('passes over webhooks that are disabled or deleted', async () => {
    const disabled = await webhookWith(1);
    const deleted = await webhookWith(1);
    await feed(`webhook-${disabled.webhookId}`, [{ type: 'WebhookDisabled', data: { reason: 'gone', at: '' } }], disabled.projectId);
    await feed(`webhook-${deleted.webhookId}`, [{ type: 'WebhookDeleted', data: { at: '' } }], deleted.projectId);
    expect(await dispatch()).toBe(0);
    await feed(`webhook-${disabled.webhookId}`, [{ type: 'WebhookEnabled', data: { at: '' } }], disabled.projectId);
    expect(await dispatch()).toBe(1);
  });

  it('lets a newcomer in beside one with a long queue', async () => {
    const busy = await webhookWith(300);
    await dispatch();
    const newcomer = await webhookWith(1);
    expect(await dispatch()).toBe(1);
    expect(new Set((await out()).map(({ webhookId }) => webhookId))).toEqual(new Set([busy.webhookId, newcomer.webhookId]));
  });
});
