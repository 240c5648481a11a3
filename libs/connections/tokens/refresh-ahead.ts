import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AccessTokens } from './access-tokens';

/**
 * Changes an account's tokens long before they die, whether or not anybody uses the account; silent when that is not due, or of no use.
 * Throws `Rejected` `platform_rate_limited` or `platform_unavailable` when the platform does not answer for now.
 */
export class RefreshAhead extends Command<void> {
  constructor(readonly accountId: string) {
    super();
  }
}

@CommandHandler(RefreshAhead)
export class RefreshAheadHandler implements ICommandHandler<RefreshAhead> {
  constructor(private readonly tokens: AccessTokens) {}

  execute({ accountId }: RefreshAhead): Promise<void> {
    return this.tokens.refreshAhead(accountId);
  }
}
