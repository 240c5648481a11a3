import { Command } from '@pps/kernel';
import type { Streams, Origin } from '@pps/event-store';
import type { Keys } from '@pps/runtime';
import { checkPassword, refuseEmailAsPassword, type CheckPasswordDeps } from './check-password';
import { hashPassword } from './hash-password';
import { decideChangePassword } from '../users/user.decider';
import type { Principal } from '../users/principal';
import { userSubject } from '../users/user-profile';
import { userStream } from '../users/user.stream';

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** The client's network address. */
  readonly address: string;
}

export class ChangePassword extends Command<void> {
  constructor(
    readonly change: PasswordChange,
    readonly caller: Principal,
    readonly origin: Origin,
  ) {
    super();
  }
}

export interface ChangePasswordDeps extends CheckPasswordDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly keys: Keys;
}

/** Sets a password and ends every session but the caller's. A wrong old password throws `Invalid` and counts as a failed login; throws `Rejected('rate_limited')`, `Rejected('conflict')`, `NotFound`, and `Overloaded` where too many do so at once. */
export async function changePassword(app: ChangePasswordDeps, { change, caller, origin }: ChangePassword): Promise<void> {
  const { userId, kind, sessionId } = caller;
  const presented = { text: change.currentPassword, field: 'current_password', address: change.address };
  const user = await checkPassword(app, userId, presented);
  refuseEmailAsPassword(user, change.newPassword, 'new_password', app.keys.EMAIL_HASH_KEY);
  const hash = await app.hashing.changePassword(userId, () => hashPassword(change.newPassword));
  const passwordRef = await app.vault.put(userSubject(userId), 'password_hash', hash);
  const keptSessionId = kind === 'session' ? (sessionId ?? null) : null;
  const changed = { passwordRef, keptSessionId, changedAt: origin.occurredAt };
  await app.streams.decide(userStream, userId, origin, (state) => decideChangePassword(changed, user.passwordRef, state));
  // The decision was made on exactly this hash.
  if (user.passwordRef !== null) await app.vault.remove([user.passwordRef]);
}
