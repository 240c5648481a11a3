import { VAULT, type Vault } from '@pps/vault';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { deleteWebhook, type Owner } from './webhook.decider';
import { webhookStream } from './webhook.stream';

/** Deletes a webhook and forgets its secrets; nothing is sent to it afterwards. Throws `NotFound`. */
export class DeleteWebhook extends Command<void> {
  constructor(
    readonly webhookId: string,
    readonly owner: Owner,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(DeleteWebhook)
export class DeleteWebhookHandler implements ICommandHandler<DeleteWebhook> {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  async execute({ webhookId, owner, origin }: DeleteWebhook): Promise<void> {
    const at = origin.occurredAt;
    await this.runner.run(webhookStream, webhookId, origin, (state) => deleteWebhook({ owner, at }, state));
    await this.vault.forget(`webhook:${webhookId}`);
  }
}
