import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '@pps/event-store';
import { Invalid, NotFound } from '@pps/kernel';
import { VAULT, type Vault } from '@pps/vault';
import { LoginFailures } from '../log-in/login-failures';
import type { User } from '../users/user.state';
import { userStream } from '../users/user.stream';
import { verifyPassword } from './hash-password';
import { HashingPermits } from './hashing-permits';

export interface PresentedPassword {
  readonly text: string;
  /** The field it came in, which a refusal names. */
  readonly field: string;
  /** The client's network address. */
  readonly address: string;
}

/** Checks the password of a user who is signed in. A wrong one throws `Invalid` and counts as a failed login; throws `Rejected('rate_limited')`, `NotFound`, and `Overloaded` where too many do so at once. */
export class CheckPassword extends Command<User> {
  constructor(
    readonly userId: string,
    readonly presented: PresentedPassword,
  ) {
    super();
  }
}

@CommandHandler(CheckPassword)
export class CheckPasswordHandler implements ICommandHandler<CheckPassword> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly failures: LoginFailures,
    @Inject(VAULT) private readonly vault: Vault,
    private readonly permits: HashingPermits,
  ) {}

  async execute({ userId, presented: { text, field, address } }: CheckPassword): Promise<User> {
    const { state: user } = await this.runner.load(userStream, userId);
    if (user.kind !== 'registered') throw new NotFound('User');
    const source = { emailHash: user.emailHash, address };
    await this.failures.refuseWhenLimited(source);
    const storedHash = user.passwordRef === null ? null : await this.vault.get<string>(user.passwordRef);
    if (!(await this.permits.changePassword(userId, () => verifyPassword(text, storedHash)))) {
      if (await this.failures.recordFailure(source)) await this.failures.refuseWhenLimited(source);
      throw new Invalid([{ loc: ['body', field], msg: 'The current password is wrong', type: 'wrong_password' }]);
    }
    return user;
  }
}
