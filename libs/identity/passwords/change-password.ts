import { VAULT, type Vault } from '@pps/vault';
import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { KEYS, type Keys } from '@pps/runtime';
import { CheckPassword } from './check-password';
import { refuseEmailAsPassword } from './refuse-email-as-password';
import { hashPassword } from './hash-password';
import { HashingPermits } from './hashing-permits';
import { changePassword } from './password.decider';
import type { Principal } from '../users/principal';
import { userSubject } from '../users/user-profile';
import { userStream } from '../users/user.stream';

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** The client's network address. */
  readonly address: string;
}

/** Sets a password and ends every session but the caller's. A wrong old password throws `Invalid` and counts as a failed login; throws `Rejected('rate_limited')`, `Rejected('conflict')`, `NotFound`, and `Overloaded` where too many do so at once. */
export class ChangePassword extends Command<void> {
  constructor(
    readonly change: PasswordChange,
    readonly caller: Principal,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(ChangePassword)
export class ChangePasswordHandler implements ICommandHandler<ChangePassword> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly commands: CommandBus,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(KEYS) private readonly keys: Keys,
    private readonly permits: HashingPermits,
  ) {}

  async execute({ change, caller, origin }: ChangePassword): Promise<void> {
    const { userId, kind, sessionId } = caller;
    const presented = { text: change.currentPassword, field: 'current_password', address: change.address };
    const user = await this.commands.execute(new CheckPassword(userId, presented));
    refuseEmailAsPassword(user, change.newPassword, 'new_password', this.keys.EMAIL_HASH_KEY);
    const hash = await this.permits.changePassword(userId, () => hashPassword(change.newPassword));
    const passwordRef = await this.vault.put(userSubject(userId), 'password_hash', hash);
    const keptSessionId = kind === 'session' ? (sessionId ?? null) : null;
    const changed = { passwordRef, keptSessionId, changedAt: origin.occurredAt };
    await this.runner.run(userStream, userId, origin, (state) => changePassword(changed, user.passwordRef, state));
    // The decision was made on exactly this hash.
    if (user.passwordRef !== null) await this.vault.remove([user.passwordRef]);
  }
}
