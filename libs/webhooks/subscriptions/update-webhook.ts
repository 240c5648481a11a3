import { VAULT, type Vault } from '@pps/vault';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, LiveStates, type Origin } from '@pps/event-store';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import { checkTarget } from '../targets/check-target';
import { changeWebhook, requireWebhook, type ActiveWebhook, type Owner } from './webhook.decider';
import { webhookStream } from './webhook.stream';

export interface WebhookEdit {
  readonly url?: string;
  readonly secret?: string;
  readonly events?: readonly string[];
  readonly isEnabled?: boolean;
  readonly accountIds?: readonly string[] | null;
}

const previousSecretValidMs = 86_400_000;

/** Changes what is given. Throws `NotFound`, or `Invalid` for a URL that may not be called. */
export class UpdateWebhook extends Command<ActiveWebhook> {
  constructor(
    readonly webhookId: string,
    readonly edit: WebhookEdit,
    readonly owner: Owner,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(UpdateWebhook)
export class UpdateWebhookHandler implements ICommandHandler<UpdateWebhook> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly live: LiveStates,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute({ webhookId, edit, owner, origin }: UpdateWebhook): Promise<ActiveWebhook> {
    const present = await this.live.get(webhookStream, webhookId);
    requireWebhook(present.state, owner);
    const at = origin.occurredAt;
    const { url, secret, events, isEnabled, accountIds } = edit;
    const changes = {
      at,
      ...(url !== undefined && { url: await checkTarget(url, this.configuration.WEBHOOK_TARGETS, owner.projectId) }),
      ...(secret !== undefined && {
        secret: {
          ref: await this.vault.put(`webhook:${webhookId}`, 'webhook_secret', secret),
          previousValidUntil: new Date(Date.parse(at) + previousSecretValidMs).toISOString(),
        },
      }),
      ...(events !== undefined && { events }),
      ...(isEnabled !== undefined && { isEnabled }),
      ...(accountIds !== undefined && { accountIds }),
    };
    const { state } = await this.runner.run(webhookStream, webhookId, origin, (current) =>
      changeWebhook(changes, requireWebhook(current, owner)),
    );
    return requireWebhook(state, owner);
  }
}
