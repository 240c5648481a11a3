import type { Streams, Origin } from '@pps/event-store';
import { newId } from '@pps/kernel';
import type { Configuration } from '@pps/runtime';
import type { Vault } from '@pps/vault';
import { checkTarget } from '../targets/check-target';
import { storeHeaders, storeKeyPair } from '../messages/credentials';
import { newSecret } from '../messages/signature';
import type { CustomHeaders } from './custom-headers.policy';
import { requireWebhook, webhookStream, type ActiveWebhook, type Owner } from './webhook.stream';
import type { WebhookCreated } from './webhook.events';

export interface AddWebhookDeps {
  readonly streams: Pick<Streams, 'decide'>;
  readonly vault: Pick<Vault, 'put'>;
  readonly configuration: Pick<Configuration, 'WEBHOOK_TARGETS'>;
}

export interface CreatedWebhook {
  readonly webhook: ActiveWebhook;
  /** The generated secret, which is shown only once; null when the user gave one. */
  readonly newSecret: string | null;
}

export interface NewWebhook {
  readonly organizationId: string;
  readonly url: string;
  readonly secret: string | null;
  readonly events: readonly string[];
  readonly isEnabled: boolean;
  /** It is sent only events of these accounts; null: of all. */
  readonly accountIds: readonly string[] | null;
  /** Sent beside ours; null: none. */
  readonly headers: CustomHeaders | null;
  /** Signed by a key pair too, beside the secret. */
  readonly hasKeyPair: boolean;
  /** The API key that makes it, after those that made that key; empty: the user does. */
  readonly makerKeyIds: readonly string[];
}

/**
 * Subscribes a URL to events of a project. `requireRoom` is asked once all else is checked; what it throws stops the creation. Throws `Invalid` for a URL
 * that may not be called.
 */
export async function addWebhook(
  { streams, vault, configuration }: AddWebhookDeps,
  webhook: NewWebhook,
  owner: Owner,
  origin: Origin,
  requireRoom: () => Promise<void> = () => Promise.resolve(),
): Promise<CreatedWebhook> {
  const url = await checkTarget(webhook.url, configuration.WEBHOOK_TARGETS, owner.projectId);
  await requireRoom();
  const webhookId = newId();
  const made = webhook.secret === null ? newSecret() : null;
  const secretRef = await vault.put(`webhook:${webhookId}`, 'webhook_secret', made ?? webhook.secret);
  const { organizationId, events, isEnabled, accountIds, makerKeyIds } = webhook;
  const headers = await storeHeaders(vault, webhookId, webhook.headers);
  const keyPair = webhook.hasKeyPair ? await storeKeyPair(vault, webhookId) : null;
  const optional = {
    ...(accountIds && { accountIds }),
    ...(makerKeyIds.length > 0 && { makerKeyIds }),
    ...(headers && { headersRef: headers.ref, headerNames: headers.names }),
    ...(keyPair && { signingKeyRef: keyPair.ref, publicKey: keyPair.publicKey }),
  };
  const created: WebhookCreated = {
    type: 'WebhookCreated',
    data: {
      webhookId,
      projectId: owner.projectId,
      epoch: owner.epoch,
      organizationId,
      url,
      secretRef,
      events,
      isEnabled,
      ...optional,
      createdAt: origin.occurredAt,
    },
  };
  const { state } = await streams.decide(webhookStream, webhookId, origin, () => [created], { fresh: true });
  return { webhook: requireWebhook(state, owner), newSecret: made };
}
