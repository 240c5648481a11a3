import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { linkTokenHash, ownerOfLinkToken } from './link-token';
import { userStream } from './user.stream';
import { invalidLink, verifyEmail } from './verify-email.decider';

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
  constructor(private readonly runner: CommandRunner) {}

  async execute({ token, at, requestOrigin }: VerifyEmail): Promise<void> {
    const userId = ownerOfLinkToken(token);
    if (userId === null) throw invalidLink();
    const { state: user } = await this.runner.load(userStream, userId);
    if (user.kind === 'none') throw invalidLink();
    const actor = { type: 'user', id: userId } as const;
    const origin: Origin = { ...requestOrigin, organizationId: user.organizationId, actor, occurredAt: at };
    await this.runner.run(userStream, userId, origin, (state) => verifyEmail({ tokenHash: linkTokenHash(token), at }, state));
  }
}
