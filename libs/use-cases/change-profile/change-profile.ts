import type { CommandBus } from '@nestjs/cqrs';
import type { CommandRunner } from '@pps/event-store';
import { originOfPrincipal, RenameUser, type Principal } from '@pps/identity';
import { userStream } from '@pps/identity/events';
import { NotFound, Rejected, type Clock } from '@pps/kernel';
import { ChangeOrganizationProfile, type OrganizationProfile } from '@pps/workspaces';
import { organizationStream } from '@pps/workspaces/events';

export interface ChangeProfileDeps {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly runner: Pick<CommandRunner, 'load'>;
  readonly clock: Clock;
}

export interface ProfileChanges {
  /** Undefined leaves it as it is; empty clears it. */
  readonly fullName: string | undefined;
  readonly organization: Partial<OrganizationProfile>;
}

/**
 * Changes the caller's name and the organization's profile together. Both are looked at before either is written, and a change that somebody else
 * makes meanwhile is no refusal: these changes are put on top of it. When the process ends between the two appends nobody was answered, and the same
 * request again appends what is missing. Throws `NotFound` with nothing written, and `Rejected('conflict')` when others change the same profile
 * `mostAttempts` times in a row.
 */
export async function changeProfile(deps: ChangeProfileDeps, caller: Principal, { fullName, organization }: ProfileChanges): Promise<void> {
  const { commands, runner, clock } = deps;
  const [{ state: user }, { state: owned }] = await Promise.all([
    runner.load(userStream, caller.userId),
    runner.load(organizationStream, caller.organizationId),
  ]);
  if (user.kind !== 'registered') throw new NotFound('User');
  if (owned.kind !== 'registered') throw new NotFound('Organization');
  const origin = originOfPrincipal(caller, clock());
  if (Object.keys(organization).length > 0) {
    await repeatOnConflict(() => commands.execute(new ChangeOrganizationProfile(caller.organizationId, organization, origin)));
  }
  if (fullName !== undefined) await repeatOnConflict(() => commands.execute(new RenameUser(caller.userId, fullName, origin)));
}

const mostAttempts = 20;

async function repeatOnConflict(execute: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await execute();
    } catch (error) {
      if (!(error instanceof Rejected && error.code === 'conflict') || attempt === mostAttempts) throw error;
    }
  }
}
