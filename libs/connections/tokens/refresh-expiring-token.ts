import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AccessTokens } from './access-tokens';

/**
 * Refreshes an account's tokens days before they expire, whether or not the account is used; silent when that is not due or cannot help.
 * Throws `Rejected('platform_rate_limited')` or `Rejected('platform_unavailable')` when the platform cannot answer now.
 */
export class RefreshExpiringToken extends Command<void> {
  constructor(readonly accountId: string) {
    super();
  }
}

@CommandHandler(RefreshExpiringToken)
export class RefreshExpiringTokenHandler implements ICommandHandler<RefreshExpiringToken> {
  constructor(private readonly tokens: AccessTokens) {}

  execute({ accountId }: RefreshExpiringToken): Promise<void> {
    return this.tokens.refreshIfExpiring(accountId);
  }
}
