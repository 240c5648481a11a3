import type { Principal } from '@pps/identity';
import { Inject, Injectable } from '@nestjs/common';
import { LiveStates } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import { DATABASE, Freshness, type Database } from '@pps/read-store';
import { VAULT, type Vault } from '@pps/vault';
import { findResponses, nameAccount } from '@pps/webhooks';
import { requireWebhook, webhookStream, type ActiveWebhook } from '@pps/webhooks/events';
import { webhookDeliveriesProjection } from '@pps/webhooks';
import { attemptsOf, findDelivery, listDeliveries, type DeliveryRow, type SeenDeliveries } from '@pps/webhooks';
import { cursorOf, positionOf, type DeliveryPageQueryDto } from './delivery-page.dto';
import { toDeliveryBody, toDeliveryDetailBody, type DeliveryDetailDto, type DeliveryPageDto } from './webhook-delivery.dto';

const defaultLimit = 50;

type ReadingOwner = Pick<Principal, 'organizationId' | 'projectId' | 'epoch' | 'accountIds'>;

/** Deliveries of a webhook, as of the moment of asking. Everything throws `NotFound` for a webhook of somebody else, and `Rejected('account_not_permitted')` for one of other accounts. */
@Injectable()
export class WebhookDeliveries {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly freshness: Freshness,
    private readonly live: LiveStates,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  async page(webhookId: string, owner: ReadingOwner, { limit = defaultLimit, cursor }: DeliveryPageQueryDto): Promise<DeliveryPageDto> {
    const before = positionOf(cursor);
    const seen = await this.admit(webhookId, owner);
    const rows = await listDeliveries(this.db, webhookId, limit + 1, before, seen);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return { items: shown.map(toDeliveryBody), next_cursor: rows.length > limit && last ? cursorOf(last.position) : null };
  }

  async detail(webhookId: string, deliveryId: string, owner: ReadingOwner): Promise<DeliveryDetailDto> {
    const delivery = await nameAccount({ live: this.live, vault: this.vault }, await this.find(webhookId, deliveryId, owner));
    const [attempts, responses, { url, headers }] = await Promise.all([
      attemptsOf(this.db, deliveryId),
      findResponses(this.db, deliveryId),
      this.requireWebhook(webhookId, owner),
    ]);
    return toDeliveryDetailBody(delivery, attempts, responses, { url, headerNames: headers?.names ?? [] });
  }

  async find(webhookId: string, deliveryId: string, owner: ReadingOwner): Promise<DeliveryRow> {
    const seen = await this.admit(webhookId, owner);
    const delivery = await findDelivery(this.db, webhookId, deliveryId, seen);
    if (!delivery) throw new NotFound('Delivery');
    return delivery;
  }

  async requireWebhook(webhookId: string, owner: ReadingOwner): Promise<ActiveWebhook> {
    const { state } = await this.live.get(webhookStream, webhookId);
    return requireWebhook(state, owner);
  }

  /** What the asker may see of the webhook's deliveries, null for all; waits until what happened before can be read. */
  async admit(webhookId: string, owner: ReadingOwner): Promise<SeenDeliveries | null> {
    const { accountsSince } = await this.requireWebhook(webhookId, owner);
    await this.freshness.wait(webhookDeliveriesProjection.name, { organizationId: owner.organizationId });
    return owner.accountIds && { accountIds: owner.accountIds, since: accountsSince };
  }
}
