import { causedBy, factsOf, type Streams, type HandledFact } from '@pps/event-store';
import { apiKeyStream } from '@pps/identity/events';
import type { Clock } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { disableWebhook, narrowWebhook, webhookStream, type WebhookState } from './webhook.stream';
import type { WebhookFact } from './webhook.events';

export interface RevokedKeyWebhooksDeps {
  readonly streams: Streams;
  /** The webhooks that a key made, and those of keys that it made, as of all facts up to now. */
  readonly webhooksMadeBy: (keyId: string) => Promise<readonly string[]>;
  readonly clock: Clock;
}

const handles = factsOf(apiKeyStream, 'ApiKeyRevoked', 'ApiKeyUpdated');

/**
 * Disables what a revoked key made, and narrows what a narrowed one made. Whoever changes a key does that at once; this finishes it where he crashed on
 * the way, and leaves alone what somebody has enabled again, or given other accounts, since.
 */
export const disableWebhooksOfRevokedKeys = ({ streams, webhooksMadeBy, clock }: RevokedKeyWebhooksDeps): Process<null> =>
  defineProcess({
    name: 'revoked-key-webhooks',
    startsAt: 'now',
    handles,
    initial: null,
    react: async (facts) => {
      for (const fact of facts) {
        const origin = causedBy(fact, clock());
        const decide = decisionOn(fact, origin.occurredAt);
        if (!decide) continue;
        for (const webhookId of await webhooksMadeBy(fact.data.keyId)) await streams.decide(webhookStream, webhookId, origin, decide);
      }
      return null;
    },
  });

/** What becomes of the webhooks of that key; null where the fact takes nothing from it. */
function decisionOn(fact: HandledFact<typeof handles>, at: string): ((state: WebhookState) => WebhookFact[]) | null {
  if (fact.type === 'ApiKeyRevoked') {
    const { revokedAt } = fact.data;
    return (state) => (isSetSince(revokedAt, state, 'enabledAt') ? [] : disableWebhook({ reason: 'key_revoked', at }, state));
  }
  const { accountIds, updatedAt } = fact.data;
  if (!accountIds) return null;
  return (state) => (isSetSince(updatedAt, state, 'accountsSince') ? [] : narrowWebhook({ accountIds, at }, state));
}

/** Whether somebody has set it anew after that moment; what a webhook was created with is no answer to it. */
const isSetSince = (moment: string, state: WebhookState, which: 'enabledAt' | 'accountsSince'): boolean =>
  state.kind === 'active' && state[which] > moment && state[which] > state.createdAt;
