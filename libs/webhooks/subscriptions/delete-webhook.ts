import type { Streams, Origin } from '@pps/event-store';
import { Command } from '@pps/kernel';
import type { Vault } from '@pps/vault';
import { decideWebhookDeletion, webhookStream, type Owner } from './webhook.stream';

export interface DeleteWebhookDeps {
  readonly streams: Pick<Streams, 'decide'>;
  readonly vault: Pick<Vault, 'forget'>;
}

export class DeleteWebhook extends Command<void> {
  constructor(
    readonly webhookId: string,
    readonly owner: Owner,
    readonly origin: Origin,
  ) {
    super();
  }
}

/** Deletes a webhook and forgets its secrets; nothing is sent to it afterwards. Throws `NotFound`. */
export async function deleteWebhook({ streams, vault }: DeleteWebhookDeps, { webhookId, owner, origin }: DeleteWebhook): Promise<void> {
  const at = origin.occurredAt;
  await streams.decide(webhookStream, webhookId, origin, (state) => decideWebhookDeletion({ owner, at }, state));
  await vault.forget(`webhook:${webhookId}`);
}
