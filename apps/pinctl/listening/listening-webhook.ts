import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { refusalOf, type ServiceAnswer, type ServiceClient } from './service-client';

export interface ListeningWebhook {
  readonly id: string;
  /** Id of the newest delivery that was there before; null: none. */
  readonly newestDeliveryId: string | null;
}

interface Wanted {
  readonly secret: string;
  readonly events: readonly string[] | null;
  readonly forwardTo: string | null;
}

/**
 * A disabled webhook: the service numbers and holds its events and calls nobody. Its URL is an address of the service itself, one for each
 * machine and target, so that what a killed run left behind is used again. Throws `CommandFailed`.
 */
export async function openListeningWebhook(service: ServiceClient, { secret, events, forwardTo }: Wanted): Promise<ListeningWebhook> {
  const mark = createHash('sha256')
    .update(`${hostname()} ${forwardTo ?? ''}`)
    .digest('hex')
    .slice(0, 16);
  const url = new URL(`/pinctl-listen/${mark}`, service.url).href;
  const listed = await service.call('GET', '/v1/webhooks');
  if (listed.status !== 200) throw refusalOf('the webhooks cannot be listed', listed);
  const left = (listed.body as ListedWebhook[]).find((each) => each.url === url && !each.is_enabled);
  const fields = { secret, events: events ?? ['*'] };
  const answer = left
    ? await reuse(service, left, fields)
    : await service.call('POST', '/v1/webhooks', { ...fields, url, is_enabled: false });
  if (answer.status >= 300) throw refusalOf('no webhook can be made to listen with', answer);
  const { id } = answer.body as { id: string };
  const newest = left ? await service.call('GET', `/v1/webhooks/${id}/deliveries?limit=1`) : null;
  if (newest && newest.status !== 200) throw refusalOf('the deliveries cannot be listed', newest);
  const items = (newest?.body as { items: { id: string }[] } | undefined)?.items ?? [];
  return { id, newestDeliveryId: items[0]?.id ?? null };
}

interface ListedWebhook {
  readonly id: string;
  readonly url: string;
  readonly is_enabled: boolean;
  readonly platform_account_ids: readonly string[] | null;
}

/** A key with an allow-list may have left it behind, with its list; this key's events are those of the accounts that it sees. */
async function reuse(service: ServiceClient, { id, platform_account_ids: list }: ListedWebhook, fields: object): Promise<ServiceAnswer> {
  const patch = (changes: object) => service.call('PATCH', `/v1/webhooks/${id}`, { ...fields, ...changes });
  if (list === null) return patch({});
  const widened = await patch({ platform_account_ids: null });
  if (widened.status !== 403) return widened;
  const accounts = await service.call('GET', '/v1/platform/accounts');
  if (accounts.status !== 200) throw refusalOf('the accounts cannot be listed', accounts);
  const seen = accounts.body as { id: string }[];
  return patch(seen.length > 0 ? { platform_account_ids: seen.map((account) => account.id) } : {});
}

/** Deletes it; false where the service does not let us, so that it stays, disabled. */
export async function closeListeningWebhook(service: ServiceClient, id: string): Promise<boolean> {
  const { status } = await service.call('DELETE', `/v1/webhooks/${id}`);
  return status === 204 || status === 404;
}
