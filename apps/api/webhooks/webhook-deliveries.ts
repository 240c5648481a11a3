import { Invalid, NotFound } from '@pps/kernel';
import { isLogPosition } from '../lists/page-cursor';
import type { Principal } from '@pps/identity';
import {
  findResponses,
  nameAccount,
  webhookDeliveriesProjection,
  attemptsOf,
  findDelivery,
  listDeliveries,
  type DeliveryRow,
  type SeenDeliveries,
} from '@pps/webhooks';
import { requireWebhook, webhookStream, type ActiveWebhook, type Owner } from '@pps/webhooks/events';
import { toDeliveryBody, toDeliveryDetailBody, type DeliveryDetailDto, type DeliveryPageDto } from './webhook-delivery.dto';
import type { DeliveryPageQueryDto } from './delivery-page.dto';
import type { App } from '../../foundation/bind-app';

const cursorOf = (position: string): string => Buffer.from(position).toString('base64url');

/** Throws Invalid for what is not one of our cursors. */
function positionOf(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const position = Buffer.from(cursor, 'base64url').toString('latin1');
  if (isLogPosition(position) && cursorOf(position) === cursor) return position;
  throw new Invalid([{ loc: ['query', 'cursor'], msg: 'cursor must be a next_cursor of this list', type: 'cursor' }]);
}

const defaultLimit = 50;

type ReadingOwner = Pick<Principal, 'organizationId' | 'projectId' | 'epoch' | 'accountIds'>;

/** Deliveries of a webhook, as of the moment of asking. Everything throws `NotFound` for a webhook of somebody else, and `Rejected('account_not_permitted')` for one of other accounts. */
export async function webhookDeliveryPage(
  app: Pick<App, 'db' | 'live' | 'vault' | 'freshness'>,
  webhookId: string,
  owner: ReadingOwner,
  { limit = defaultLimit, cursor, pin_id: pinId, ...filter }: DeliveryPageQueryDto,
): Promise<DeliveryPageDto> {
  const before = positionOf(cursor);
  const seen = await deliveriesSeenBy(app, webhookId, owner);
  const page = { ...filter, pinId: pinId?.toLowerCase(), limit: limit + 1, before };
  const rows = await listDeliveries(app.db, webhookId, page, seen);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(toDeliveryBody), next_cursor: rows.length > limit && last ? cursorOf(last.position) : null };
}

export async function webhookDeliveryDetail(
  app: Pick<App, 'db' | 'live' | 'vault' | 'freshness'>,
  webhookId: string,
  deliveryId: string,
  owner: ReadingOwner,
): Promise<DeliveryDetailDto> {
  const delivery = await nameAccount({ live: app.live, vault: app.vault }, await findWebhookDelivery(app, webhookId, deliveryId, owner));
  const [attempts, responses, { url, headers }] = await Promise.all([
    attemptsOf(app.db, deliveryId),
    findResponses(app.db, deliveryId),
    requireOwnWebhook(app, webhookId, owner),
  ]);
  return toDeliveryDetailBody(delivery, attempts, responses, { url, headerNames: headers?.names ?? [] });
}

export async function findWebhookDelivery(
  app: Pick<App, 'db' | 'live' | 'vault' | 'freshness'>,
  webhookId: string,
  deliveryId: string,
  owner: ReadingOwner,
): Promise<DeliveryRow> {
  const seen = await deliveriesSeenBy(app, webhookId, owner);
  const delivery = await findDelivery(app.db, webhookId, deliveryId, seen);
  if (!delivery) throw new NotFound('Delivery');
  return delivery;
}

export async function requireOwnWebhook(
  app: Pick<App, 'db' | 'live' | 'vault' | 'freshness'>,
  webhookId: string,
  owner: ReadingOwner,
): Promise<ActiveWebhook> {
  const { state } = await app.live.get(webhookStream, webhookId);
  return requireWebhook(state, owner);
}

/** What the asker may see of the webhook's deliveries, null for all; waits until what happened before can be read. */
export async function deliveriesSeenBy(
  app: Pick<App, 'db' | 'live' | 'vault' | 'freshness'>,
  webhookId: string,
  owner: ReadingOwner,
): Promise<SeenDeliveries | null> {
  const { accountsSince } = await requireOwnWebhook(app, webhookId, owner);
  await app.freshness.wait(webhookDeliveriesProjection.name, { organizationId: owner.organizationId });
  return owner.accountIds && { accountIds: owner.accountIds, since: accountsSince };
}

/** Whose webhooks a request may see and change. */
export const webhookOwnerOf = ({ projectId, epoch, accountIds }: Principal): Owner => ({ projectId, epoch, accountIds });
