import type { LiveStates } from '@pps/event-store';
import { allScopes, findKeyHolder, type Principal } from '@pps/identity';
import { userStream } from '@pps/identity/events';
import type { Import } from '@pps/imports/events';
import { projectStream } from '@pps/workspaces/events';

/** Why nothing more may be created for whoever sent an import. */
export interface LostPermission {
  readonly reason: string;
}

/** Who sent an import, with what its credential may do as of `asOf`; or why it may do nothing any more. */
export async function requesterOf(
  live: Pick<LiveStates, 'get'>,
  { projectId, organizationId, epoch, requestedBy }: Import,
  asOf: bigint,
): Promise<Principal | LostPermission> {
  const { userId, keyId } = requestedBy;
  const [{ state: project }, { state: user }] = await Promise.all([
    live.get(projectStream, projectId, asOf),
    live.get(userStream, userId, asOf),
  ]);
  if (project.kind === 'none' || project.epoch !== epoch) return { reason: 'The project was reset.' };
  if (user.kind !== 'registered') return { reason: 'The user who sent the import is no more.' };
  const inProject = { userId, organizationId, projectId, environment: project.environment, epoch, asOf };
  if (keyId === undefined) return { kind: 'session', ...inProject, scopes: allScopes, accountIds: null };
  const key = await findKeyHolder(live, keyId, asOf);
  if (key === null) return { reason: 'The API key that sent the import was revoked.' };
  if (!key.scopes.includes('write')) return { reason: 'The API key that sent the import lost the scope write.' };
  return { kind: 'api_key', ...inProject, keyId, scopes: key.scopes, accountIds: key.accountIds };
}
