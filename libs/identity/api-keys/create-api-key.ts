import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import { KEYS, type Keys } from '@pps/runtime';
import { PROJECT_ACCOUNTS, requireAccounts, type ProjectAccounts } from './project-accounts';
import { createApiKey } from './api-key.decider';
import type { ApiKeyCreated } from './api-key.events';
import { apiKeyStream } from './api-key.stream';
import { apiKeyId, apiKeyPrefix, newApiKey } from './api-key-text';
import { makersOfKey } from './makers-of-key';
import { refuseEscalation, type KeyPermissions } from './key-permissions';
import type { Principal } from '../users/principal';

export interface CreatedApiKey {
  readonly key: ApiKeyCreated['data'];
  /** The key itself: this is the only time it is known. */
  readonly text: string;
}

/** Makes a key of the maker's project. Throws `Rejected` for permissions the maker lacks or a disconnected account, `NotFound` for an unknown one. */
export class CreateApiKey extends Command<CreatedApiKey> {
  constructor(
    readonly name: string,
    readonly permissions: KeyPermissions,
    readonly maker: Principal,
    readonly origin: Origin,
    /** Asked once all else is checked; what it throws stops the creation. */
    readonly requireRoom: () => Promise<void> = () => Promise.resolve(),
  ) {
    super();
  }
}

/** So many keys are looked at on every call of the last one in a row. */
const mostMakers = 5;

@CommandHandler(CreateApiKey)
export class CreateApiKeyHandler implements ICommandHandler<CreateApiKey> {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(KEYS) private readonly keys: Keys,
    @Inject(PROJECT_ACCOUNTS) private readonly accounts: ProjectAccounts,
  ) {}

  async execute({ name, permissions, maker, origin, requireRoom }: CreateApiKey): Promise<CreatedApiKey> {
    refuseEscalation(maker, permissions);
    const accountIds = permissions.accountIds && [...new Set(permissions.accountIds)];
    await requireAccounts(this.accounts, maker, accountIds);
    const makerKeyIds = await this.makersOf(maker);
    await requireRoom();
    const text = newApiKey(maker.environment);
    const { projectId, epoch, organizationId, userId } = maker;
    const key: ApiKeyCreated['data'] = {
      keyId: apiKeyId(text, this.keys.API_KEY_HASH_KEY),
      projectId,
      epoch,
      organizationId,
      userId,
      name,
      prefix: apiKeyPrefix(text),
      scopes: permissions.scopes,
      accountIds,
      ...(makerKeyIds.length > 0 && { makerKeyIds }),
      createdAt: origin.occurredAt,
    };
    await this.runner.run(apiKeyStream, key.keyId, origin, (state) => createApiKey(key, state), { fresh: true });
    return { key, text };
  }

  /** The maker's key, after those that made it. Throws `Rejected('session_required')` where they are too many. */
  private async makersOf({ keyId }: Principal): Promise<readonly string[]> {
    if (keyId === undefined) return [];
    const makers = [...(await makersOfKey(this.runner, keyId)), keyId];
    if (makers.length <= mostMakers) return makers;
    throw new Rejected(
      'session_required',
      `Keys that were made by ${mostMakers - 1} keys in a row make no further ones`,
      {},
      { remediation: 'Make it with a key that fewer keys made, or log in.' },
    );
  }
}
