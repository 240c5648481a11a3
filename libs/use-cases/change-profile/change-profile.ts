import { originOfPrincipal, prepareRename, renameUser, type Principal } from '@pps/identity';
import { NotFound, Rejected, type Clock } from '@pps/kernel';
import { changeOrganizationProfile, type ChangeOrganizationProfileDeps, type OrganizationProfile } from '@pps/workspaces';
import { organizationStream } from '@pps/workspaces/events';

interface ChangeProfileDeps extends ChangeOrganizationProfileDeps {
  readonly clock: Clock;
}

interface ProfileChanges {
  /** Undefined leaves it as it is; empty clears it. */
  readonly fullName: string | undefined;
  readonly organization: Partial<OrganizationProfile>;
}

/**
 * Changes the caller's name and the organization's profile as one: the append that changes the organization says which name comes with it, so a process
 * that ends behind it leaves the name to `unfinishedRenames`. A change that somebody else makes meanwhile is no refusal: these changes are put on top of
 * it. Throws `NotFound` with nothing written, and `Rejected('conflict')` when others change the same profile `mostAttempts` times in a row.
 */
export async function changeProfile(deps: ChangeProfileDeps, caller: Principal, { fullName, organization }: ProfileChanges): Promise<void> {
  const { streams, clock } = deps;
  const { userId, organizationId } = caller;
  const { state: owned } = await streams.load(organizationStream, organizationId);
  if (owned.kind !== 'registered') throw new NotFound('Organization');
  const origin = originOfPrincipal(caller, clock());
  const prepare = () => (fullName === undefined ? null : prepareRename(deps, userId, fullName));
  let rename = await prepare();
  if (Object.keys(organization).length > 0) {
    const intended = rename && { userId, ...rename };
    await repeatOnConflict(() => changeOrganizationProfile(deps, organizationId, organization, origin, intended));
  }
  await repeatOnConflict(async () => {
    const prepared = rename ?? (await prepare());
    rename = null;
    if (prepared) await renameUser(deps, userId, prepared, origin);
  });
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
