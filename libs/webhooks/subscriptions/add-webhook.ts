import { VAULT, type Vault } from '@pps/vault';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import { checkTarget } from '../targets/check-target';
import { newSecret } from '../messages/signature';
import type { CustomHeaders } from './custom-headers.policy';
import { storeHeaders } from './store-headers';
import { storeKeyPair } from './store-key-pair';
import { requireWebhook, type ActiveWebhook, type Owner } from './webhook.decider';
import { webhookStream } from './webhook.stream';
import type { WebhookCreated } from './webhook.events';

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

/** Subscribes a URL to events of a project. Throws `Invalid` for a URL that may not be called. */
export class AddWebhook extends Command<CreatedWebhook> {
  constructor(
    readonly webhook: NewWebhook,
    readonly owner: Owner,
    readonly origin: Origin,
    /** Asked once all else is checked; what it throws stops the creation. */
    readonly requireRoom: () => Promise<void> = () => Promise.resolve(),
  ) {
    super();
  }
}

@CommandHandler(AddWebhook)
export class AddWebhookHandler implements ICommandHandler<AddWebhook> {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute({ webhook, owner, origin, requireRoom }: AddWebhook): Promise<CreatedWebhook> {
    const url = await checkTarget(webhook.url, this.configuration.WEBHOOK_TARGETS, owner.projectId);
    await requireRoom();
    const webhookId = newId();
    const made = webhook.secret === null ? newSecret() : null;
    const secretRef = await this.vault.put(`webhook:${webhookId}`, 'webhook_secret', made ?? webhook.secret);
    const { organizationId, events, isEnabled, accountIds, makerKeyIds } = webhook;
    const headers = await storeHeaders(this.vault, webhookId, webhook.headers);
    const keyPair = webhook.hasKeyPair ? await storeKeyPair(this.vault, webhookId) : null;
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
    const { state } = await this.runner.run(webhookStream, webhookId, origin, () => [created], { fresh: true });
    return { webhook: requireWebhook(state, owner), newSecret: made };
  }
}
