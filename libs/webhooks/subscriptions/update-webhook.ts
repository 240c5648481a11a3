import { VAULT, type Vault } from '@pps/vault';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Invalid } from '@pps/kernel';
import { CommandRunner, LiveStates, type Origin } from '@pps/event-store';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import { checkTarget } from '../targets/check-target';
import type { CustomHeaders } from './custom-headers.policy';
import { storeHeaders } from './store-headers';
import { storeKeyPair } from './store-key-pair';
import { vaultRefsOf } from './vault-refs-of';
import { changeWebhook, requireWebhook, type ActiveWebhook, type Owner } from './webhook.decider';
import { webhookStream } from './webhook.stream';

export interface WebhookEdit {
  readonly url?: string;
  readonly secret?: string;
  readonly events?: readonly string[];
  readonly isEnabled?: boolean;
  readonly accountIds?: readonly string[] | null;
  /** Replaces all of them; null: none any more. */
  readonly headers?: CustomHeaders | null;
  /** Whether a key pair signs too, beside the secret; a new secret brings a new pair. */
  readonly hasKeyPair?: boolean;
}

const previousSecretValidMs = 86_400_000;

/** Changes what is given. Throws `NotFound`, or `Invalid` for a URL that may not be called, and for another one while headers are not given anew. */
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
    const before = requireWebhook(present.state, owner);
    const at = origin.occurredAt;
    const { url, secret, events, isEnabled, accountIds, headers, hasKeyPair = before.keyPair !== null } = edit;
    const needsPair = hasKeyPair && (before.keyPair === null || secret !== undefined);
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
      ...(headers !== undefined && { headers: await storeHeaders(this.vault, webhookId, headers) }),
      ...(needsPair && { keyPair: await storeKeyPair(this.vault, webhookId) }),
      ...(edit.hasKeyPair === false && { keyPair: null }),
    };
    const { state } = await this.runner.run(webhookStream, webhookId, origin, (current) => {
      const webhook = requireWebhook(current, owner);
      requireHeadersAgain(edit, webhook);
      return changeWebhook(changes, webhook);
    });
    const after = requireWebhook(state, owner);
    const needed = vaultRefsOf(after);
    const stored = [...vaultRefsOf(before), changes.headers?.ref, changes.keyPair?.ref];
    await this.vault.remove(stored.filter((ref) => ref !== undefined && !needed.includes(ref)) as string[]);
    return after;
  }
}

/** The values were meant for one URL, and who changes it may not know them: on a host that many share, a path is another one's. Throws `Invalid`. */
function requireHeadersAgain({ url, headers }: WebhookEdit, webhook: ActiveWebhook): void {
  if (url === undefined || headers !== undefined || webhook.headers === null) return;
  if (URL.canParse(webhook.url) && new URL(url).href === new URL(webhook.url).href) return;
  const msg = 'headers must be given anew, or as null, when the URL changes';
  throw new Invalid([{ loc: ['body', 'headers'], msg, type: 'value_error' }]);
}
