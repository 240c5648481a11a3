import type { Origin } from '@pps/event-store';
import type { AccessTokenVault } from '../tokens/access-token-vault';
import type { AccountMutex } from '../accounts/account-mutex';
import type { ConnectionRepository } from '../accounts/connection-repository';
import { decideRevocation } from '../accounts/connection.stream';
import type { SlotAllocator } from './slot-allocator';

export interface RevokeAccountDeps {
  readonly connections: Pick<ConnectionRepository, 'append' | 'load'>;
  readonly accountMutex: Pick<AccountMutex, 'runExclusive'>;
  readonly slots: Pick<SlotAllocator, 'free'>;
  readonly tokenVault: Pick<AccessTokenVault, 'deleteAll'>;
}

/** Disconnects an account: nothing more is published through it, its tokens are deleted and its slot is freed. A repeat finishes an interrupted call. Throws `NotFound`. */
export async function revokeAccount(
  { connections, accountMutex, slots, tokenVault }: RevokeAccountDeps,
  accountId: string,
  origin: Origin,
): Promise<void> {
  const at = origin.occurredAt;
  await connections.append(accountId, origin, (state) => decideRevocation({ at }, state));
  await accountMutex.runExclusive(accountId, async () => {
    const connection = await connections.load(accountId);
    if (connection.revokedAt === null) return;
    await tokenVault.deleteAll(accountId);
    await slots.free(connection.projectId, accountId, origin);
  });
}
