import type { Streams, Origin } from '@pps/event-store';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { apiKeyStream, isKeyWorking, type ApiKey } from '@pps/identity/events';
import { Rejected, type Clock } from '@pps/kernel';
import {
  addWebhook,
  updateWebhook,
  disableWebhook,
  narrowWebhook,
  type AddWebhookDeps,
  type CreatedWebhook,
  type NewWebhook,
  type UpdateWebhookDeps,
  type WebhookEdit,
} from '@pps/webhooks';
import { webhookStream, type ActiveWebhook } from '@pps/webhooks/events';
import { makerKeysOf, isAccessEnded, type MakerDeps } from '../api-keys/maker-keys';
import { requireLiveAccount, type PinCheckDeps } from '../create-pin/pin-checks';
import { createWithinLimit, refuseMoreAccounts, type CountLimitDeps, type AccountListDeps } from '../project-limits/create-within-limit';

export interface CreateWebhookDeps extends AddWebhookDeps, CountLimitDeps, WebhookAccountsDeps, HoldToMakerKeysDeps {
  readonly clock: Clock;
}

/**
 * Subscribes a URL to events; one made by a key that is limited to accounts is sent events of these alone. Throws `Invalid` for a URL that may not be
 * called, `Rejected`: `account_not_permitted`, `account_revoked`, `plan_limit`; `NotFound` for an unknown account.
 */
export async function createWebhook(
  deps: CreateWebhookDeps,
  principal: Principal,
  wanted: Omit<NewWebhook, 'organizationId' | 'makerKeyIds'>,
): Promise<CreatedWebhook> {
  const { organizationId, projectId, epoch } = principal;
  const accountIds = wanted.accountIds ?? principal.accountIds;
  if (wanted.accountIds !== null) await requireWebhookAccounts(deps, principal, wanted.accountIds);
  const makerKeyIds = await makerKeysOf(deps, principal);
  const origin = originOfPrincipal(principal, deps.clock());
  const webhook = { ...wanted, accountIds: accountIds && [...new Set(accountIds)], organizationId, makerKeyIds };
  const created = await createWithinLimit(deps, principal, 'webhooks', (requireRoom) =>
    addWebhook(deps, webhook, { projectId, epoch }, origin, requireRoom),
  );
  return { ...created, webhook: await holdToMakerKeys(deps, principal, created.webhook, origin) };
}

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

type WebhookAccountsDeps = Pick<PinCheckDeps, 'accounts' | 'reconnection'> & AccountListDeps;

/**
 * The caller may have a webhook be sent events of these accounts (null: of all). Throws `NotFound`, `Rejected`: `account_not_permitted`,
 * `account_revoked`.
 */
async function requireWebhookAccounts(
  deps: WebhookAccountsDeps,
  principal: Principal,
  accountIds: readonly string[] | null,
): Promise<void> {
  if (accountIds === null && principal.accountIds !== null) {
    throw new Rejected(
      'account_not_permitted',
      'The API key is limited to some accounts and so are its webhooks',
      {},
      { remediation: 'Name accounts of the key in platform_account_ids.' },
    );
  }
  await refuseMoreAccounts(deps, principal, accountIds);
  for (const accountId of new Set(accountIds ?? [])) await requireLiveAccount(deps, principal, accountId);
}

interface HoldToMakerKeysDeps extends MakerDeps {
  readonly streams: Pick<Streams, 'decide'>;
}

/**
 * Takes back what a request gave a webhook, where who asked lost that while the request ran: whoever revoked or narrowed a key that made it, or ended all
 * that the account had, did not meet it.
 */
export async function holdToMakerKeys(
  deps: HoldToMakerKeysDeps,
  principal: Principal,
  webhook: ActiveWebhook,
  origin: Origin,
): Promise<ActiveWebhook> {
  if (await isAccessEnded(deps, principal)) return disableAsEnded(deps, webhook, origin);
  let held = webhook;
  for (const keyId of await makerKeysOf(deps, principal)) {
    if (!webhook.makerKeyIds.includes(keyId)) continue;
    const { state: key } = await deps.live.get(apiKeyStream, keyId);
    if (key.kind === 'none') continue;
    const { state } = await deps.streams.decide(webhookStream, webhook.webhookId, origin, (current) =>
      factsOfHolding(key, origin.occurredAt, current),
    );
    if (state.kind === 'active') held = state;
  }
  return held;
}

async function disableAsEnded({ streams }: HoldToMakerKeysDeps, webhook: ActiveWebhook, origin: Origin): Promise<ActiveWebhook> {
  const disable = { reason: 'key_revoked', at: origin.occurredAt } as const;
  const { state } = await streams.decide(webhookStream, webhook.webhookId, origin, (current) => disableWebhook(disable, current));
  return state.kind === 'active' ? state : webhook;
}

function factsOfHolding(key: ApiKey, at: string, state: Parameters<typeof disableWebhook>[1]) {
  if (!isKeyWorking(key, at)) return disableWebhook({ reason: 'key_revoked', at }, state);
  const { accountIds } = key;
  return accountIds ? narrowWebhook({ accountIds, at }, state) : [];
}
