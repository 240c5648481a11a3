import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { JournaledStore } from '../journal/journaled-store';
import { subscriptionEvent, type SubscriptionRow } from './subscription-event';

export interface PaymentSettings {
  /** Where the service takes the provider's webhooks. */
  readonly webhookUrl: string;
  readonly webhookSecret: string;
}

const deliverForMs = 15_000;
const plans = ['playground', 'starter', 'growth', 'pro', 'enterprise'];
const statuses = ['active', 'trialing', 'past_due', 'canceled', 'unpaid'];

/** Simulates the payment provider: a control route sets a subscription and answers once the service has accepted the signed webhook. */
export function paymentRoutes(store: JournaledStore, settings: PaymentSettings | null) {
  return async (app: FastifyInstance): Promise<void> => {
    const subscriptions = store.table<SubscriptionRow>('subscription');
    app.get('/_control/subscriptions', async () => [...subscriptions.rows()]);
    app.post('/_control/subscriptions', async (request, reply) => {
      const row = rowOf(request.body, subscriptions);
      if (typeof row === 'string') return reply.code(400).send({ error: row });
      if (!settings) return reply.code(409).send({ error: 'no address for webhooks: set PAYMENT_WEBHOOK_SECRET' });
      subscriptions.put(row.workspaceId, row);
      const eventId = `evt_${String(store.next()).padStart(24, '0')}`;
      await store.flushed();
      const answered = await deliver(JSON.stringify(subscriptionEvent(eventId, row, new Date())), settings);
      return answered < 300 ? { ...row, event_id: eventId } : reply.code(502).send({ error: `the webhook was answered ${answered}` });
    });
  };
}

function rowOf(body: unknown, known: { get(id: string): SubscriptionRow | undefined }): SubscriptionRow | string {
  const { workspace_id, plan, status, billing_cycle } = (body ?? {}) as Record<string, unknown>;
  if (typeof workspace_id !== 'string' || workspace_id === '') return 'workspace_id is required';
  if (typeof plan !== 'string' || !plans.includes(plan)) return `plan is one of ${plans.join(', ')}`;
  if (typeof status !== 'string' || !statuses.includes(status)) return `status is one of ${statuses.join(', ')}`;
  if (billing_cycle !== undefined && billing_cycle !== 'monthly' && billing_cycle !== 'annual') return 'billing_cycle is monthly or annual';
  const id = known.get(workspace_id)?.id ?? `sub_${workspace_id}`;
  return { id, workspaceId: workspace_id, plan, status, billingCycle: billing_cycle ?? 'monthly' };
}

/** The status of the last answer; 0 when none came. Signed as Stripe signs: HMAC-SHA256 of `<t>.<body>`. */
async function deliver(body: string, { webhookUrl, webhookSecret }: PaymentSettings): Promise<number> {
  const deadline = performance.now() + deliverForMs;
  for (;;) {
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', webhookSecret).update(`${timestamp}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${timestamp},v1=${signature}` };
    const sent = fetch(webhookUrl, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(5_000) });
    const status = await sent.then(
      (response) => response.status,
      () => 0,
    );
    if ((status > 0 && status < 500) || performance.now() > deadline) return status === 0 ? 599 : status;
    await delay(200);
  }
}
