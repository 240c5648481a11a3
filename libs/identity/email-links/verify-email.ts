import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { VAULT, type Vault } from '@pps/vault';
import { loadLinkOwner } from './load-link-owner';
import { linkTokenHash } from './link-token';
import { tokenRefs } from './token-refs';
import { userStream } from '../users/user.stream';
import { invalidVerificationToken, verifyEmail } from './verify-email.decider';

/** Uses up a link mailed to the address it verifies. Throws `Rejected('invalid_token')`. */
export class VerifyEmail extends Command<void> {
  constructor(
    readonly token: string,
    readonly at: string,
    readonly requestOrigin: Pick<Origin, 'requestId' | 'correlationId'>,
  ) {
    super();
  }
}

@CommandHandler(VerifyEmail)
export class VerifyEmailHandler implements ICommandHandler<VerifyEmail> {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  async execute({ token, at, requestOrigin }: VerifyEmail): Promise<void> {
    const { user, origin } = await loadLinkOwner(this.runner, token, requestOrigin, at, invalidVerificationToken);
    let spent: readonly string[] = [];
    await this.runner.run(userStream, user.userId, origin, (state) => {
      spent = tokenRefs(state, ['verification']);
      return verifyEmail({ tokenHash: linkTokenHash(token), at }, state);
    });
    await this.vault.remove(spent);
  }
}
