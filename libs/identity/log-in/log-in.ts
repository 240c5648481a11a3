import { VAULT, type Vault } from '@pps/vault';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LiveStates } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import { clientNetworkOf, KEYS, nameActor, type Keys } from '@pps/runtime';
import { emailHash } from '../email-addresses/normalized-email';
import { emailStream } from '../email-addresses/email.stream';
import { FailedSignIns } from '../access/failed-sign-ins';
import { LoginFailures } from './login-failures';
import { verifyPassword } from '../passwords/hash-password';
import { HashingPermits } from '../passwords/hashing-permits';
import { activeSecondFactor } from '../second-factor/second-factor.state';
import { secondFactorStream } from '../second-factor/second-factor.stream';
import type { User } from '../users/user.state';
import { userStream } from '../users/user.stream';

/** Checks e-mail and password, the first factor. Throws `Rejected('invalid_credentials')`, or `Rejected('rate_limited')` after too many failures, and `Overloaded` where too many log in at once. */
export class LogIn extends Command<User> {
  constructor(
    readonly email: string,
    readonly password: string,
    /** The client's network address. */
    readonly address: string,
  ) {
    super();
  }
}

const absentId = '00000000-0000-0000-0000-000000000000';

@CommandHandler(LogIn)
export class LogInHandler implements ICommandHandler<LogIn> {
  constructor(
    private readonly live: LiveStates,
    private readonly failures: LoginFailures,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(KEYS) private readonly keys: Keys,
    private readonly permits: HashingPermits,
    private readonly failed: FailedSignIns,
  ) {}

  async execute({ email, password, address }: LogIn): Promise<User> {
    const source = { emailHash: emailHash(email, this.keys.EMAIL_HASH_KEY), address };
    const user = await this.findUser(source.emailHash);
    nameActor(user ? { type: 'user', id: user.userId } : { type: 'unknown_email', id: source.emailHash.slice(0, 16) });
    await this.failures.refuseWhenLimited(source);
    // An unknown address takes the same steps, so that the response time does not reveal whether it is registered.
    const storedHash = await this.vault.get<string>(user?.passwordRef ?? absentId);
    const fits = await this.permits.logIn(clientNetworkOf(address), () => verifyPassword(password, storedHash));
    if (fits && user) {
      await this.failures.refuseWhenLimited(source);
      // Whoever knows the password alone is not known here yet.
      if (!(await this.hasSecondFactor(user))) await this.failures.recordSuccess(source);
      return user;
    }
    const isLimited = await this.failures.recordFailure(source);
    if (user) this.failed.note(user, address);
    if (isLimited) await this.failures.refuseWhenLimited(source);
    throw new Rejected('invalid_credentials', 'Invalid e-mail or password');
  }

  private async hasSecondFactor(user: User): Promise<boolean> {
    return activeSecondFactor(user, (await this.live.get(secondFactorStream, user.userId)).state) !== null;
  }

  private async findUser(address: string): Promise<User | null> {
    const head = await this.live.head();
    const { state: claim } = await this.live.get(emailStream, address, head);
    const { state } = await this.live.get(userStream, claim.userId ?? absentId, head);
    return state.kind === 'registered' ? state : null;
  }
}
