import { causedBy, factsOf, type CommandRunner } from '@pps/event-store';
import { apiKeyStream } from '@pps/identity/events';
import type { Clock } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { disableWebhook, narrowWebhook } from './webhook.decider';
import { webhookStream } from './webhook.stream';

export interface RevokedKeyWebhooksDeps {
  readonly runner: CommandRunner;
  /** The webhooks that a key made, and those of keys that it made, as of all facts up to now. */
  readonly webhooksMadeBy: (keyId: string) => Promise<readonly string[]>;
  readonly clock: Clock;
}

/** Disables what a revoked key made, and narrows what a narrowed one made. Whoever changes a key does that at once; this finishes it where he crashed on the way. */
export const disableWebhooksOfRevokedKeys = ({ runner, webhooksMadeBy, clock }: RevokedKeyWebhooksDeps): Process<null> =>
  defineProcess({
    name: 'revoked-key-webhooks',
    startsAt: 'now',
    handles: factsOf(apiKeyStream, 'ApiKeyRevoked', 'ApiKeyUpdated'),
    initial: null,
    react: async (facts) => {
      for (const fact of facts) {
        const { accountIds } = fact.type === 'ApiKeyUpdated' ? fact.data : {};
        if (fact.type === 'ApiKeyUpdated' && !accountIds) continue;
        const origin = causedBy(fact, clock());
        const at = origin.occurredAt;
        for (const webhookId of await webhooksMadeBy(fact.data.keyId)) {
          await runner.run(webhookStream, webhookId, origin, (state) =>
            accountIds ? narrowWebhook({ accountIds, at }, state) : disableWebhook({ reason: 'key_revoked', at }, state),
          );
        }
      }
      return null;
    },
  });
