import { useRead } from '../data/use-read';
import { client } from '../session/client';

/** The connected accounts of the project. */
export const useAccounts = () => useRead(['accounts'], (signal) => client.accounts.list({}, { signal }), { changes: ['account'] });

/** The boards of an account, as the platform tells of them. */
export const useBoards = (accountId: string) =>
  useRead(['boards', accountId], (signal) => client.boards.list({ account_id: accountId }, { signal }), {
    changes: ['board'],
    isOff: accountId === '',
  });
