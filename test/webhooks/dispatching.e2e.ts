import { mapLimited } from '@pps/concurrency';
import { derivedId, newId } from '@pps/kernel';
import { contextOf, migrate, openDatabase, readStoreMigrations, setUpProjection, type Database } from '@pps/read-store';
import { createDispatchRound, webhooksMigrations } from '@pps/webhooks';
import type { WebhookFact } from '@pps/webhooks/events';
import { outboxSamples, webhookSamples } from '@pps/webhooks/testing';
import type { WorkItem } from '@pps/work-queue';
import { webhookDeliveriesProjection } from '@pps/webhooks';
import { recorded } from '@pps/read-store/testing';
import { freshDatabase } from '../setup/fresh-database';
import { rowsRead } from '../setup/rows-read';

const delivered = [{ type: 'WebhookDelivered', data: { at: '' } }];
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
    dispatch = createDispatchRound(deps(), 128);
  });
  afterEach(() => db.destroy());

  const feed = (stream: string, facts: Parameters<typeof recorded>[1], projectId: string) => {
    position += 100n;
    const placed = recorded(stream, facts, position).map((fact) => ({ ...fact, metadata: { ...fact.metadata, projectId, epoch: 0 } }));
    return db.transaction((tx) => webhookDeliveriesProjection.project(placed, contextOf(webhookDeliveriesProjection, tx)));
  };
  const deps = () => ({ db, queue: { offer: async (work: WorkItem) => void offered.push(work) }, clock: () => now });
  const later = (ms: number) => void (now = new Date(now.getTime() + ms));
  const deliveryId = (webhookId: string, n: number) => derivedId(webhookId, n);
  /** The first attempt at the n-th delivery, and that the next one is due now. */
  const attempted = (webhookId: string, n: number, durationMs: number) => {
    const data = { webhookId, n: 1, startedAt: now.toISOString(), durationMs, trigger: 'auto', nextAttemptAt: now.toISOString() };
    return [`webhook_delivery-${deliveryId(webhookId, n)}`, [{ type: 'WebhookDeliveryAttempted', data }]] as const;
  };

  const requestTo = (webhookId: string, n: number) => ({
    ...outboxSamples[0]!,
    data: { ...outboxSamples[0]!.data, webhookId, deliveryId: deliveryId(webhookId, n) },
  });

  async function webhookWith(deliveries: number, projectId = newId()): Promise<{ webhookId: string; projectId: string }> {
    const webhookId = newId();
    const [created] = webhookSamples as readonly Extract<WebhookFact, { type: 'WebhookCreated' }>[];
    await feed(`webhook-${webhookId}`, [{ ...created!, data: { ...created!.data, webhookId, projectId } }], projectId);
    await feed(
      `webhook_outbox-${webhookId}`,
      Array.from({ length: deliveries }, (_, index) => requestTo(webhookId, index + 1)),
      projectId,
    );
    return { webhookId, projectId };
  }

  const out = async () => {
    const ids = offered.map(({ id }) => id);
    const found = db('webhooks.offer').whereIn('batch_id', ids).orderBy(['webhook_id', 'sequence']);
    const rows = (await found) as { webhook_id: string; batch_id: string; sequence: string }[];
    return rows.map(({ webhook_id, batch_id, sequence }) => ({ webhookId: webhook_id, batchId: batch_id, sequence: Number(sequence) }));
  };

  it('gives a webhook two slots, however much waits, and no more until one is free', async () => {
    const { webhookId, projectId } = await webhookWith(100);
    expect(await dispatch()).toBe(2);
    expect(offered.map(({ kind }) => kind)).toEqual(['deliver', 'deliver']);
    const rows = await out();
    expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 64 }, (_, index) => index + 1));
    expect(await dispatch()).toBe(0);
    const finished = rows.filter(({ batchId }) => batchId === rows[0]!.batchId);
    for (const { sequence } of finished) {
      await feed(`webhook_delivery-${deliveryId(webhookId, sequence)}`, [{ type: 'WebhookDelivered', data: { at: '' } }], projectId);
    }
    expect(await dispatch()).toBe(1);
    expect((await out()).filter(({ sequence }) => sequence > 64)).toHaveLength(32);
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

  it('sends what was held one at a time, the oldest first, before what is new, and each of it once', async () => {
    const { webhookId, projectId } = await webhookWith(3);
    const say = (type: string) => feed(`webhook-${webhookId}`, [{ type, data: { reason: 'gone', at: '' } }], projectId);
    const attempt = (n: number, nextAttemptAt: string) => {
      const startedAt = '2026-01-05T09:00:00.000Z';
      const attempted = { webhookId, n: 1, startedAt, durationMs: 1, statusCode: 500, trigger: 'auto', nextAttemptAt };
      return feed(`webhook_delivery-${deliveryId(webhookId, n)}`, [{ type: 'WebhookDeliveryAttempted', data: attempted }], projectId);
    };
    const nextOffered = async () => {
      offered = [];
      await dispatch();
      return (await out()).map(({ sequence }) => sequence);
    };
    await attempt(1, '2026-01-06T09:00:00.000Z');
    await say('WebhookDisabled');
    await feed(
      `webhook_outbox-${webhookId}`,
      Array.from({ length: 34 }, (_, n) => requestTo(webhookId, n + 1)),
      projectId,
    );
    expect(await dispatch()).toBe(0);
    await say('WebhookEnabled');
    await feed(
      `webhook_outbox-${webhookId}`,
      Array.from({ length: 35 }, (_, n) => requestTo(webhookId, n + 1)),
      projectId,
    );
    expect(await nextOffered()).toEqual(Array.from({ length: 32 }, (_, n) => n + 1));
    expect(offered).toHaveLength(1);
    await attempt(1, '2026-01-07T09:00:00.000Z');
    for (let n = 2; n <= 32; n++) await feed(`webhook_delivery-${deliveryId(webhookId, n)}`, delivered, projectId);
    expect(await nextOffered()).toEqual([33, 34, 35]);
    expect(offered).toHaveLength(1);
    for (let n = 33; n <= 35; n++) await feed(`webhook_delivery-${deliveryId(webhookId, n)}`, delivered, projectId);
    const target = () =>
      db('read.webhook_delivery_target').where({ webhook_id: webhookId }).first('is_ready', 'release_from', 'release_position');
    expect(await target()).toEqual({ is_ready: false, release_from: null, release_position: null });
    now = new Date('2026-01-07T09:00:00.000Z');
    expect(await nextOffered()).toEqual([1]);
  });

  it('lets a newcomer in beside one with a long queue', async () => {
    const busy = await webhookWith(2_001);
    await dispatch();
    const newcomer = await webhookWith(1);
    expect(await dispatch()).toBe(1);
    expect(new Set((await out()).map(({ webhookId }) => webhookId))).toEqual(new Set([busy.webhookId, newcomer.webhookId]));
  });

  it('has room for a 65th project while two webhooks of each of 64 others hang', async () => {
    // Few at once: a busy machine lets the others wait for a connection for longer than they may.
    const hanging = await mapLimited(4, Array.from({ length: 64 }), () => webhookWith(20));
    await dispatch();
    const before = offered.length;
    const { webhookId } = await webhookWith(3);
    expect(await dispatch()).toBeGreaterThan(0);
    expect((await out()).map((row) => row.webhookId)).toContain(webhookId);
    expect(before).toBeGreaterThanOrEqual(hanging.length);
  });

  it('gives slow webhooks a small lane of their own, eight beginning at a time, and takes them back when they are fast again', async () => {
    const slow: Awaited<ReturnType<typeof webhookWith>>[] = [];
    for (let n = 0; n < 200; n++) slow.push(await webhookWith(5));
    for (const { webhookId, projectId } of slow) await feed(...attempted(webhookId, 1, 15_000), projectId);
    const besideEight = createDispatchRound(deps());
    expect([await besideEight(), await besideEight()]).toEqual([8, 0]);
    expect([await dispatch(), await dispatch()]).toEqual([24, 0]);
    const honest = await webhookWith(50);
    expect(await dispatch()).toBe(2);
    expect(new Set((await out()).map(({ webhookId }) => webhookId))).toContain(honest.webhookId);
    const occupied = new Set((await out()).map(({ webhookId }) => webhookId));
    const recovered = slow.find(({ webhookId }) => !occupied.has(webhookId))!;
    expect(recovered).toBeDefined();
    await feed(...attempted(recovered.webhookId, 2, 1_999), recovered.projectId);
    expect(await dispatch()).toBeGreaterThan(0);
    expect((await out()).map(({ webhookId }) => webhookId)).toContain(recovered.webhookId);
  });

  it('does not count deliveries that have run for two seconds, so that hanging endpoints that nobody knew do not fill the lane', async () => {
    for (let n = 0; n < 128; n++) await webhookWith(1);
    expect(await dispatch()).toBe(128);
    await webhookWith(1);
    expect(await dispatch()).toBe(0);
    await db('webhooks.offer').update({ claimed_until: new Date(now.getTime() + 18_000) });
    later(2_001);
    expect(await dispatch()).toBe(1);
  });

  it('begins with eight at a time of those that nobody knows, and lets one that has answered pass them', async () => {
    dispatch = createDispatchRound(deps());
    const answering = await webhookWith(1);
    expect(await dispatch()).toBe(1);
    await feed(`webhook_delivery-${deliveryId(answering.webhookId, 1)}`, delivered, answering.projectId);
    for (let n = 0; n < 64; n++) await webhookWith(3);
    expect(await dispatch()).toBe(8);
    await feed(`webhook_outbox-${answering.webhookId}`, [requestTo(answering.webhookId, 2)], answering.projectId);
    expect(await dispatch()).toBe(1);
    expect((await out()).filter(({ webhookId }) => webhookId === answering.webhookId)).toHaveLength(2);
    await db('webhooks.offer').update({ claimed_until: new Date(now.getTime() + 18_000) });
    later(201);
    expect(await dispatch()).toBe(8);
  });

  it('gives an endpoint that keeps one call waiting for two seconds no second one, until that has ended', async () => {
    const { webhookId, projectId } = await webhookWith(1);
    expect(await dispatch()).toBe(1);
    expect(await db('webhooks.offer').update({ claimed_until: new Date(now.getTime() + 18_000) })).toBe(1);
    await feed(`webhook_outbox-${webhookId}`, [requestTo(webhookId, 2)], projectId);
    later(2_001);
    expect(await dispatch()).toBe(0);
    await feed(`webhook_delivery-${deliveryId(webhookId, 1)}`, delivered, projectId);
    expect(await dispatch()).toBe(1);
  });

  it('gives a project at most 16 batches, however many webhooks it has, each of them in its turn', async () => {
    const projectId = newId();
    for (let n = 0; n < 40; n++) await webhookWith(1, projectId);
    expect(await dispatch()).toBe(16);
    expect(await dispatch()).toBe(0);
    for (let round = 0; round < 2; round++) {
      for (const { webhookId } of await out()) await feed(`webhook_delivery-${deliveryId(webhookId, 1)}`, delivered, projectId);
      await dispatch();
    }
    expect(new Set((await out()).map(({ webhookId }) => webhookId)).size).toBe(40);
  });

  it('reads as much when 100,000 webhooks wait for a later time or hang as when 100 do', async () => {
    await webhookWith(30);
    const readOf = async (waiting: number) => {
      await db.raw(
        `insert into projection.webhook_delivery_target_v${webhookDeliveriesProjection.version} (webhook_id, project_id, epoch, is_enabled, is_deleted, due_at, is_ready, is_slow, position)
         select gen_random_uuid(), gen_random_uuid(), 0, true, false, :now::timestamptz + n % 2 * interval '1 hour', n % 2 = 0, n % 2 = 0, 1
         from generate_series(1, :waiting::int) n`,
        { now, waiting },
      );
      await db.raw(`vacuum analyze projection.webhook_delivery_target_v${webhookDeliveriesProjection.version}`);
      const dispatched = createDispatchRound({ db, queue: { offer: async () => undefined }, clock: () => now });
      return rowsRead(db, dispatched).finally(() => db('webhooks.offer').delete());
    };
    const [few, many] = [await readOf(100), await readOf(100_000)];
    expect(few.rows).toBeGreaterThan(20);
    // At most 256 projects of each lane are looked at.
    expect(many.rows).toBeLessThan(3 * few.rows + 1_000);
    expect(many.pages).toBeLessThan(3 * few.pages + 3_000);
  });
});
