import { NotFound, Rejected } from '@pps/kernel';
import type { UserRenamed } from './user.events';
import type { UserState } from './user.state';

/** Another name of a user, laid into the vault and not yet recorded. */
export interface PreparedRename {
  /** In the vault: `UserProfile`, with the new name. */
  readonly profileRef: string;
  /** In the vault: the `UserProfile` that it was made of. */
  readonly replacedRef: string;
}

/** Silent for a rename that is recorded. Throws `NotFound`, and `Rejected('conflict')` when the profile is no longer the one that the rename was made of. */
export function decideRenameUser({ profileRef, replacedRef }: PreparedRename, renamedAt: string, state: UserState): readonly UserRenamed[] {
  if (state.kind !== 'registered') throw new NotFound('User');
  if (state.profileRef === profileRef) return [];
  if (state.profileRef !== replacedRef) throw new Rejected('conflict', 'The profile was changed meanwhile');
  return [{ type: 'UserRenamed', data: { profileRef, renamedAt } }];
}
