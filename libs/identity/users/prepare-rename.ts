import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import { VAULT, type Vault } from '@pps/vault';
import type { PreparedRename } from './rename.decider';
import { userSubject, type UserProfile } from './user-profile';
import { userStream } from './user.stream';

/** Lays another name of the user into the vault, where no fact leads to it yet; null when the user has that name. Throws `NotFound`. */
export class PrepareRename extends Command<PreparedRename | null> {
  constructor(
    readonly userId: string,
    readonly fullName: string,
  ) {
    super();
  }
}

@CommandHandler(PrepareRename)
export class PrepareRenameHandler implements ICommandHandler<PrepareRename> {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  async execute({ userId, fullName }: PrepareRename): Promise<PreparedRename | null> {
    const { state: user } = await this.runner.load(userStream, userId);
    const profile = user.kind === 'registered' ? await this.vault.get<UserProfile>(user.profileRef) : null;
    if (user.kind !== 'registered' || !profile) throw new NotFound('User');
    if (profile.full_name === fullName) return null;
    const profileRef = await this.vault.put(userSubject(userId), 'user_profile', { ...profile, full_name: fullName });
    return { profileRef, replacedRef: user.profileRef };
  }
}
