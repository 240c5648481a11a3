import { VAULT, type Vault } from '@pps/vault';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LiveStates } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import { KEYS, type Keys } from '@pps/runtime';
import { emailHash } from '../users/email-address';
import { emailStream } from '../users/email.stream';
import { LoginFailures } from './login-failures.store';
import { fitsPassword } from '../passwords/password-hash';
import type { User } from '../users/user.state';
import { userStream } from '../users/user.stream';

/** Checks e-mail and password. Throws `Rejected('invalid_credentials')`, or `Rejected('rate_limited')` after too many failures. */
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

const nobody = '00000000-0000-0000-0000-000000000000';

@CommandHandler(LogIn)
export class LogInHandler implements ICommandHandler<LogIn> {
  constructor(
    private readonly live: LiveStates,
    private readonly failures: LoginFailures,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(KEYS) private readonly keys: Keys,
  ) {}

  async execute({ email, password, address }: LogIn): Promise<User> {
    const source = { emailHash: emailHash(email, this.keys.EMAIL_HASH_KEY), address };
    await this.failures.refuseLimited(source);
    const user = await this.find(source.emailHash);
    // The same steps for an unknown address, so that the time tells nothing.
    const kept = await this.vault.get<string>(user?.passwordRef ?? nobody);
    const fits = await fitsPassword(password, kept);
    if (fits && user) {
      await this.failures.refuseLimited(source);
      return user;
    }
    if (await this.failures.record(source)) await this.failures.refuseLimited(source);
    throw new Rejected('invalid_credentials', 'Invalid e-mail or password');
  }

  private async find(address: string): Promise<User | null> {
    const head = await this.live.head();
    const { state: claim } = await this.live.get(emailStream, address, head);
    const { state } = await this.live.get(userStream, claim.userId ?? nobody, head);
    return state.kind === 'registered' ? state : null;
  }
}
