import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { VAULT, type Vault } from '@pps/vault';
import { loadLinkOwner } from './load-link-owner';
import { linkTokenHash } from './link-token';
import { tokenRefs } from './token-refs';
import { userStream } from '../users/user.stream';
import { dropUnprovenSecondFactor } from '../second-factor/drop-unproven-second-factor';
import { invalidVerificationToken, requireUsableVerification, verifyEmail } from './verify-email.decider';

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
    readonly runner: CommandRunner,
    @Inject(VAULT) readonly vault: Vault,
  ) {}

  async execute({ token, at, requestOrigin }: VerifyEmail): Promise<void> {
    const { user, origin } = await loadLinkOwner(this.runner, token, requestOrigin, at, invalidVerificationToken);
    requireUsableVerification(user, linkTokenHash(token), at);
    // One that was left from before the address could otherwise come back with the proof of it.
    if (user.emailVerifiedAt === null) await dropUnprovenSecondFactor(this, user.userId, origin);
    let spent: readonly string[] = [];
    await this.runner.run(userStream, user.userId, origin, (state) => {
      spent = tokenRefs(state, ['verification']);
      return verifyEmail({ tokenHash: linkTokenHash(token), at }, state);
    });
    await this.vault.remove(spent);
  }
}
