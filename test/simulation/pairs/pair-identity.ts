import { connectionStream } from '@pps/connections/events';
import type { Streams } from '@pps/event-store';
import type { ProjectAccounts } from '@pps/identity';
import { Rejected } from '@pps/kernel';

/** What keys are made with in one process of its own. */
export const pairIdentity = (streams: Streams) => ({
  keys: { API_KEY_HASH_KEY: Buffer.alloc(32) },
  keyUses: { findLastUses: async () => new Map() },
  projectAccounts: {
    require: async (_, accountId) => {
      if ((await accountOf(streams, accountId)).revokedAt !== null) throw new Rejected('account_revoked', 'The account is disconnected.');
    },
  } satisfies ProjectAccounts,
});

/** The account as of now. */
export async function accountOf(streams: Streams, accountId: string) {
  const { state } = await streams.load(connectionStream, accountId);
  if (state.kind === 'absent') throw new Error(`no pair has an account ${accountId}`);
  return state;
}
