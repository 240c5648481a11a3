import { VAULT, type Vault } from '@pps/vault';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { KEYS, type Keys } from '@pps/runtime';
import { loadLinkOwner } from '../email-links/load-link-owner';
import { linkTokenHash } from '../email-links/link-token';
import { tokenRefs } from '../email-links/token-refs';
import { refuseEmailAsPassword } from './refuse-email-as-password';
import { hashPassword } from './hash-password';
import { HashingPermits } from './hashing-permits';
import { LoginFailures } from '../log-in/login-failures';
import { invalidResetToken, resetPassword, requireUsablePasswordReset } from '../email-links/password-reset.decider';
import { dropUnprovenSecondFactor } from '../second-factor/drop-unproven-second-factor';
import { userSubject } from '../users/user-profile';
import { userStream } from '../users/user.stream';

export interface ResetAccount {
  readonly organizationId: string;
  /** Whether the address was not verified before, so that what was made until then may be somebody else's. */
  readonly wasUnproven: boolean;
}

/** Sets a password by a mailed link, which is used up, and ends every session. Throws `Rejected('invalid_token')`, and `Overloaded` where too many do so at once. */
export class ResetPassword extends Command<ResetAccount> {
  constructor(
    readonly token: string,
    readonly password: string,
    readonly at: string,
    readonly requestOrigin: Pick<Origin, 'requestId' | 'correlationId'>,
  ) {
    super();
  }
}

@CommandHandler(ResetPassword)
export class ResetPasswordHandler implements ICommandHandler<ResetPassword> {
  constructor(
    readonly runner: CommandRunner,
    @Inject(VAULT) readonly vault: Vault,
    @Inject(KEYS) private readonly keys: Keys,
    private readonly permits: HashingPermits,
    private readonly failures: LoginFailures,
  ) {}

  async execute({ token, password, at, requestOrigin }: ResetPassword): Promise<ResetAccount> {
    const { user, origin } = await loadLinkOwner(this.runner, token, requestOrigin, at, invalidResetToken);
    const tokenHash = linkTokenHash(token);
    // Refuses an unusable link before the costly hash; the append decides again.
    requireUsablePasswordReset(user, tokenHash, at);
    refuseEmailAsPassword(user, password, 'password', this.keys.EMAIL_HASH_KEY);
    const hash = await this.permits.changePassword(user.userId, () => hashPassword(password));
    const passwordRef = await this.vault.put(userSubject(user.userId), 'password_hash', hash);
    if (user.emailVerifiedAt === null) await dropUnprovenSecondFactor(this, user.userId, origin);
    let spent: readonly string[] = [];
    await this.runner.run(userStream, user.userId, origin, (state) => {
      const replaced = state.kind === 'registered' && state.passwordRef !== null ? [state.passwordRef] : [];
      const isUnproven = state.kind === 'registered' && state.emailVerifiedAt === null;
      spent = [...replaced, ...tokenRefs(state, isUnproven ? ['password_reset', 'verification', 'email_change'] : ['password_reset'])];
      return resetPassword({ tokenHash, passwordRef, at }, state);
    });
    await this.vault.remove(spent);
    // Whoever has proven to be the person is not to wait for what strangers tried.
    await this.failures.clear(user.emailHash);
    return { organizationId: user.organizationId, wasUnproven: user.emailVerifiedAt === null };
  }
}
