import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { PROJECT_ACCOUNTS, requireAccounts, type ProjectAccounts } from './project-accounts';
import { updateApiKey, type ApiKey, type ApiKeyChanges } from './api-key.decider';
import { apiKeyStream } from './api-key.stream';
import { makersOfKey } from './makers-of-key';
import { refuseEscalation, refuseEscalatingChange } from './key-permissions';
import { requireApiKey, requireChangeableKey } from './require-api-key';
import type { Principal } from '../users/principal';

/** Changes name, scopes or allow-list. Throws `NotFound`, and `Rejected` for permissions the caller lacks, a key that made the caller, a disconnected account or a revoked key. */
export class UpdateApiKey extends Command<ApiKey> {
  constructor(
    readonly keyId: string,
    readonly changes: ApiKeyChanges,
    readonly caller: Principal,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(UpdateApiKey)
export class UpdateApiKeyHandler implements ICommandHandler<UpdateApiKey> {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(PROJECT_ACCOUNTS) private readonly accounts: ProjectAccounts,
  ) {}

  async execute({ keyId, changes, caller, origin }: UpdateApiKey): Promise<ApiKey> {
    refuseEscalation(caller, changes);
    const makers = await makersOfKey(this.runner, caller.keyId);
    requireChangeableKey((await this.runner.load(apiKeyStream, keyId)).state, caller, makers);
    await requireAccounts(this.accounts, caller, changes.accountIds);
    const { state } = await this.runner.run(apiKeyStream, keyId, origin, (current) => {
      const key = requireChangeableKey(current, caller, makers);
      refuseEscalatingChange(caller, key, { ...key, ...changes });
      return updateApiKey(changes, origin.occurredAt, key);
    });
    return requireApiKey(state, caller);
  }
}
