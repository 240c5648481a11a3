import type { Streams, Origin } from '@pps/event-store';
import { decideRevokeApiKey } from '@pps/identity';
import { apiKeyStream } from '@pps/identity/events';
import { disableWebhook } from '@pps/webhooks';
import { webhookStream } from '@pps/webhooks/events';

/** Revokes keys and disables webhooks as `key_revoked`; what is revoked or disabled already stays as it is. */
export async function endAccess(
  { streams }: { readonly streams: Pick<Streams, 'decide'> },
  keyIds: readonly string[],
  webhookIds: readonly string[],
  origin: Origin,
): Promise<void> {
  const at = origin.occurredAt;
  for (const keyId of keyIds)
    await streams.decide(apiKeyStream, keyId, origin, (state) => (state.kind === 'none' ? [] : decideRevokeApiKey(at, state)));
  for (const webhookId of webhookIds)
    await streams.decide(webhookStream, webhookId, origin, (state) => disableWebhook({ reason: 'key_revoked', at }, state));
}
