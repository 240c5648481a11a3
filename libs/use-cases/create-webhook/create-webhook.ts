import { originOfPrincipal, type Principal } from '@pps/identity';
import type { Clock } from '@pps/kernel';
import { addWebhook, type AddWebhookDeps, type CreatedWebhook, type NewWebhook } from '@pps/webhooks';
import { createWithinLimit, type CountLimitDeps } from '../project-limits/create-within-limit';
import { holdToMakerKeys, type HoldToMakerKeysDeps } from './hold-to-maker-keys';
import { makerKeysOf } from './maker-keys';
import { requireWebhookAccounts, type WebhookAccountsDeps } from './webhook-accounts';

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
