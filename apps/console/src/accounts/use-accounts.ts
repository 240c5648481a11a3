import { useRead } from '../data/use-read';
import { changesOfAccount } from '../live/names-of-change';
import { client } from '../session/client';

/** The connected accounts of the project. */
export const useAccounts = () => useRead(['accounts'], (signal) => client.accounts.list({}, { signal }), { changes: ['account'] });

/** Those that are disconnected too: what they published is counted. */
export const useEveryAccount = () =>
  useRead(['every-account'], (signal) => client.accounts.list({ include_revoked: true }, { signal }), { changes: ['account'] });

/** Those of a moment, those that are disconnected too. */
export const useAccountsAt = (asOf: { readonly as_of?: string }, isOff: boolean) =>
  useRead(
    ['accounts', asOf],
    (signal) => client.accounts.list(asOf.as_of === undefined ? {} : { ...asOf, include_revoked: true }, { signal }),
    {
      changes: asOf.as_of === undefined ? ['account'] : [],
      isOff,
    },
  );

/** The boards of an account, as the platform tells of them. */
export const useBoards = (accountId: string) =>
  useRead(['boards', accountId], (signal) => client.boards.list({ account_id: accountId }, { signal }), {
    // Each look asks the network for all of them.
    changes: changesOfAccount('board', accountId),
    isPolled: false,
    isOff: accountId === '',
  });
