import { VAULT, type Vault } from '@pps/vault';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import { organizationStream, organizationSubject } from '@pps/workspaces/events';
import { releaseEmail } from '../email-addresses/email.decider';
import { emailStream } from '../email-addresses/email.stream';
import { releaseGoogleAccount } from '../google/google.decider';
import { googleStream } from '../google/google.stream';
import { userSubject } from '../users/user-profile';
import { userStream } from '../users/user.stream';

/**
 * Forgets a person: ends all sessions and API keys, frees the address, and drops the vault's keys of the user and of the workspace that the
 * user owns. A repeat finishes what an interrupted call left. Throws `NotFound`.
 */
export class ForgetUser extends Command<void> {
  constructor(
    readonly userId: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(ForgetUser)
export class ForgetUserHandler implements ICommandHandler<ForgetUser> {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(VAULT) private readonly vault: Pick<Vault, 'forget'>,
  ) {}

  async execute({ userId, origin }: ForgetUser): Promise<void> {
    const { state: user } = await this.runner.load(userStream, userId);
    if (user.kind === 'none') throw new NotFound('User');
    if (user.kind === 'registered') {
      await this.release(userId, user.emailHash, user.googleSubjectHash, origin);
      await this.runner.run(userStream, userId, origin, (state) =>
        state.kind === 'registered' ? [{ type: 'UserForgotten', data: { userId, forgottenAt: origin.occurredAt } } as const] : [],
      );
    }
    await this.vault.forget(userSubject(userId));
    await this.forgetWorkspace(userId, user.organizationId);
  }

  /** The workspace's profile is personal data of its owner too: its first name contains the owner's. */
  private async forgetWorkspace(userId: string, organizationId: string): Promise<void> {
    const { state } = await this.runner.load(organizationStream, organizationId);
    if (state.kind === 'registered' && state.ownerUserId === userId) await this.vault.forget(organizationSubject(organizationId));
  }

  private async release(userId: string, address: string, googleSubjectHash: string | null, origin: Origin): Promise<void> {
    const released = { releasedAt: origin.occurredAt };
    await this.runner.run(emailStream, address, origin, (state) => releaseEmail(userId, released, state));
    if (googleSubjectHash === null) return;
    await this.runner.run(googleStream, googleSubjectHash, origin, (state) => releaseGoogleAccount(userId, released, state));
  }
}
