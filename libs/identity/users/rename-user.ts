import { VAULT, type Vault } from '@pps/vault';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { NotFound, Rejected } from '@pps/kernel';
import { userSubject, type UserProfile } from './user-profile';
import { userStream } from './user.stream';

/** Gives the user another name; a repeat is silent. Throws `Rejected('conflict')` when the profile changed meanwhile. */
export class RenameUser extends Command<void> {
  constructor(
    readonly userId: string,
    readonly fullName: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(RenameUser)
export class RenameUserHandler implements ICommandHandler<RenameUser> {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  async execute({ userId, fullName, origin }: RenameUser): Promise<void> {
    const { state: user } = await this.runner.load(userStream, userId);
    const profile = user.kind === 'registered' ? await this.vault.get<UserProfile>(user.profileRef) : null;
    if (user.kind !== 'registered' || !profile) throw new NotFound('User');
    if (profile.full_name === fullName) return;
    const profileRef = await this.vault.put(userSubject(userId), 'user_profile', { ...profile, full_name: fullName });
    await this.runner.run(userStream, userId, origin, (state) => {
      if (state.kind !== 'registered' || state.profileRef !== user.profileRef) {
        throw new Rejected('conflict', 'The profile was changed meanwhile');
      }
      return [{ type: 'UserRenamed', data: { profileRef, renamedAt: origin.occurredAt } } as const];
    });
  }
}
