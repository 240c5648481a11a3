import { Rejected } from '@pps/kernel';
import type { PasswordChanged } from '../users/password.events';
import type { UserFact } from '../users/user.events';
import type { UserState } from '../users/user.state';

/** Throws `Rejected('conflict')` when the password changed while the old one was being checked. */
export function decideChangePassword(command: PasswordChanged['data'], checkedRef: string | null, state: UserState): readonly UserFact[] {
  if (state.kind !== 'registered' || state.passwordRef !== checkedRef) throw new Rejected('conflict', 'The password was changed meanwhile');
  return [{ type: 'PasswordChanged', data: command }];
}
