import type { Streams } from '@pps/event-store';
import { originOfPrincipal, type Principal } from '@pps/identity';
import type { Clock } from '@pps/kernel';
import { updateWebhook, type UpdateWebhookDeps, type WebhookEdit } from '@pps/webhooks';
import type { ActiveWebhook } from '@pps/webhooks/events';
import { holdToMakerKeys, type HoldToMakerKeysDeps } from '../create-webhook/hold-to-maker-keys';
import { requireWebhookAccounts, type WebhookAccountsDeps } from '../create-webhook/webhook-accounts';

export interface EditWebhookDeps extends UpdateWebhookDeps, WebhookAccountsDeps, HoldToMakerKeysDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  readonly clock: Clock;
}

/**
 * Changes what is given of a webhook; nothing that the key which asks, or one that made it, loses meanwhile. Throws as `updateWebhook` does, `NotFound`
 * for an unknown account, `Rejected`: `account_not_permitted`, `account_revoked`.
 */
export async function editWebhook(
  deps: EditWebhookDeps,
  principal: Principal,
  webhookId: string,
  edit: WebhookEdit,
): Promise<ActiveWebhook> {
  if (edit.accountIds !== undefined) await requireWebhookAccounts(deps, principal, edit.accountIds);
  const origin = originOfPrincipal(principal, deps.clock());
  const { projectId, epoch, accountIds } = principal;
  const edited = await updateWebhook(deps, webhookId, edit, { projectId, epoch, accountIds }, origin);
  return holdToMakerKeys(deps, principal, edited, origin);
}
