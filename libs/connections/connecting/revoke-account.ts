import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Origin } from '@pps/event-store';
import { AccessTokenVault } from '../tokens/access-token-vault';
import { AccountMutex } from '../accounts/account-mutex';
import { ConnectionRepository } from '../accounts/connection-repository';
import { revokeAccount } from '../accounts/connection.decider';
import { SlotAllocator } from './slot-allocator';

/** Disconnects an account: nothing more is published through it, its tokens are deleted and its slot is freed. A repeat finishes an interrupted call. Throws `NotFound`. */
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
    private readonly connections: ConnectionRepository,
    private readonly mutex: AccountMutex,
    private readonly slots: SlotAllocator,
    private readonly tokens: AccessTokenVault,
  ) {}

  async execute({ accountId, origin }: RevokeAccount): Promise<void> {
    const at = origin.occurredAt;
    await this.connections.append(accountId, origin, (state) => revokeAccount({ at }, state));
    await this.mutex.runExclusive(accountId, async () => {
      const connection = await this.connections.load(accountId);
      if (connection.revokedAt === null) return;
      await this.tokens.deleteAll(accountId);
      await this.slots.free(connection.projectId, accountId, origin);
    });
  }
}
