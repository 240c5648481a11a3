import type { RecordedFact } from '@pps/event-store';
import { jsonb, runByIndex, type Database } from '@pps/read-store';
import type { Owner } from '../subscriptions/webhook.stream';
import type { WebhookFact } from '../subscriptions/webhook.events';

/** A webhook as the outbox knows it after the fact at `position`. */
export interface WebhookSubscription {
  readonly webhookId: string;
  readonly projectId: string;
  readonly epoch: number;
  readonly events: readonly string[];
  /** It is sent only events of these accounts; null: of all. */
  readonly accountIds: readonly string[] | null;
  readonly isDeleted: boolean;
  readonly position: bigint;
}

/** The facts of a webhook that the outbox follows. */
export const subscriptionTypes = ['WebhookCreated', 'WebhookUpdated', 'WebhookDisabled', 'WebhookEnabled', 'WebhookDeleted'] as const;

export interface WebhookSubscriptions {
  /** The subscriptions of these projects that are not deleted, and those of these webhooks, deleted or not. */
  load(projects: readonly Owner[], webhookIds: readonly string[]): Promise<readonly WebhookSubscription[]>;
  save(changed: readonly WebhookSubscription[]): Promise<void>;
}

export type WebhookSubscriptionFact = Extract<WebhookFact, { readonly type: (typeof subscriptionTypes)[number] }>;

/** The subscription after a fact of its webhook; null when the webhook is unknown. */
export function applyFact(
  fact: RecordedFact<WebhookSubscriptionFact>,
  before: WebhookSubscription | undefined,
): WebhookSubscription | null {
  const { position } = fact;
  if (fact.type === 'WebhookCreated') {
    const { webhookId, projectId, epoch, events, accountIds = null } = fact.data;
    return { webhookId, projectId, epoch, events, accountIds, isDeleted: false, position };
  }
  if (!before) return null;
  if (fact.type === 'WebhookUpdated') {
    const { events = before.events, accountIds = before.accountIds } = fact.data;
    return { ...before, events, accountIds, position };
  }
  return { ...before, isDeleted: before.isDeleted || fact.type === 'WebhookDeleted', position };
}

interface Row {
  webhook_id: string;
  project_id: string;
  epoch: number;
  events: string[];
  account_ids: string[] | null;
  is_deleted: boolean;
  position: string;
}

const columns = 'webhook_id, project_id, subscription.epoch, events, account_ids, is_deleted, position';

/** By two indexes, of which one holds what is not deleted: neither deleted webhooks nor those of a sandbox's older epochs cost anything. */
const subscriptionsOf = `
  select ${columns} from unnest(:projectIds::uuid[], :epochs::int[]) project (id, epoch)
  join webhooks.subscription on subscription.project_id = project.id and subscription.epoch = project.epoch and not subscription.is_deleted
  union
  select ${columns} from webhooks.subscription where webhook_id = any (:webhookIds::uuid[])`;

export function subscriptionTable(db: Database): WebhookSubscriptions {
  return {
    async load(projects, webhookIds) {
      const { rows } = await runByIndex<{ rows: Row[] }>(db, subscriptionsOf, {
        projectIds: projects.map(({ projectId }) => projectId),
        epochs: projects.map(({ epoch }) => epoch),
        webhookIds,
      });
      return rows.map(fromRow);
    },

    async save(changed) {
      if (changed.length === 0) return;
      // A process that lost its lease may write late; its older rows must not overwrite its successor's.
      await db('webhooks.subscription as known')
        .insert(changed.map(toRow))
        .onConflict('webhook_id')
        .merge()
        .where('known.position', '<=', db.raw('excluded.position'));
    },
  };
}

const fromRow = (row: Row): WebhookSubscription => ({
  webhookId: row.webhook_id,
  projectId: row.project_id,
  epoch: row.epoch,
  events: row.events,
  accountIds: row.account_ids,
  isDeleted: row.is_deleted,
  position: BigInt(row.position),
});

const toRow = (subscription: WebhookSubscription) => ({
  webhook_id: subscription.webhookId,
  project_id: subscription.projectId,
  epoch: subscription.epoch,
  events: jsonb(subscription.events),
  account_ids: subscription.accountIds && [...subscription.accountIds],
  is_deleted: subscription.isDeleted,
  position: subscription.position.toString(),
});
