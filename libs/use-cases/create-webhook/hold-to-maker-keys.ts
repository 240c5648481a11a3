import type { Streams, Origin } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { apiKeyStream, type ApiKey } from '@pps/identity/events';
import { disableWebhook, narrowWebhook } from '@pps/webhooks';
import { webhookStream, type ActiveWebhook } from '@pps/webhooks/events';
import { isAccessEnded } from '../revoke-key/is-access-ended';
import { makerKeysOf, type MakerDeps } from './maker-keys';

export interface HoldToMakerKeysDeps extends MakerDeps {
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

function factsOfHolding({ revokedAt, accountIds }: ApiKey, at: string, state: Parameters<typeof disableWebhook>[1]) {
  if (revokedAt !== null) return disableWebhook({ reason: 'key_revoked', at }, state);
  return accountIds ? narrowWebhook({ accountIds, at }, state) : [];
}
