import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Origin } from '@pps/event-store';
import { AccessTokenVault } from '../tokens/access-token-vault';
import { AccountLock } from './account-lock';
import { ConnectionLog } from './connection-log';
import { revokeAccount } from './connection.decider';
import { SlotKeeper } from './slot-keeper';

/** Disconnects an account: nothing goes out on it from here on, its tokens are deleted. May be repeated. Throws `NotFound`. */
export class RevokeAccount extends Command<void> {
  constructor(
    readonly accountId: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(RevokeAccount)
export class RevokeAccountHandler implements ICommandHandler<RevokeAccount> {
  constructor(
    private readonly log: ConnectionLog,
    private readonly lock: AccountLock,
    private readonly slots: SlotKeeper,
    private readonly tokens: AccessTokenVault,
  ) {}

  async execute({ accountId, origin }: RevokeAccount): Promise<void> {
    const at = origin.occurredAt;
    await this.log.append(accountId, origin, (state) => revokeAccount({ at }, state));
    await this.lock.hold(accountId, async () => {
      const connection = await this.log.latest(accountId);
      if (connection.revokedAt === null) return;
      await this.tokens.dropAll(accountId);
      await this.slots.free(connection.projectId, accountId, origin);
    });
  }
}
