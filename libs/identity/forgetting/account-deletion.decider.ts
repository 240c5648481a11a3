import { NotFound, Rejected } from '@pps/kernel';
import type { AccountDeletionCanceled, AccountDeletionRequested } from '../users/account-deletion.events';
import type { UserState } from '../users/user.state';

/** Silent while one is asked for already, whose time stays. Throws `NotFound`. */
export function decideRequestAccountDeletion(
  { requestedAt, dueAt }: Pick<AccountDeletionRequested['data'], 'requestedAt' | 'dueAt'>,
  state: UserState,
): readonly AccountDeletionRequested[] {
  if (state.kind !== 'registered') throw new NotFound('User');
  if (state.deletionDueAt !== null) return [];
  return [{ type: 'AccountDeletionRequested', data: { userId: state.userId, requestedAt, dueAt } }];
}

/** Throws `NotFound`, and `Rejected('conflict')` where none is asked for or its time has come. */
export function decideCancelAccountDeletion(at: string, state: UserState): readonly AccountDeletionCanceled[] {
  if (state.kind !== 'registered') throw new NotFound('User');
  if (state.deletionDueAt === null || state.deletionDueAt <= at)
    throw new Rejected('conflict', 'The account is not about to be deleted', {}, { remediation: 'There is nothing to cancel.' });
  return [{ type: 'AccountDeletionCanceled', data: { userId: state.userId, canceledAt: at } }];
}
