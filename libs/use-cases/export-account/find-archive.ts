import type { LiveStates } from '@pps/event-store';
import { userStream } from '@pps/identity/events';
import { accountExportStream, isExportReady, organizationStream, type AccountExport } from '@pps/workspaces/events';

/**
 * The archive of an export, for whoever shows its link: null unless it is the latest, can be downloaded now, the sessions that it was asked for in go on,
 * and neither person nor organization is forgotten. Throws `StoreUnavailable`.
 */
export async function findArchive(
  live: Pick<LiveStates, 'get'>,
  exportId: string,
  organizationId: string,
  now: Date,
): Promise<AccountExport['archive']> {
  const [{ state }, { state: organization }] = await Promise.all([
    live.get(accountExportStream, organizationId),
    live.get(organizationStream, organizationId),
  ]);
  if (organization.kind === 'none' || organization.forgottenAt !== undefined) return null;
  const { state: user } = await live.get(userStream, organization.ownerUserId);
  const { latest } = state;
  if (user.kind !== 'registered' || latest?.exportId !== exportId) return null;
  return isExportReady(latest, now.toISOString(), user.sessionGeneration) ? latest.archive : null;
}
