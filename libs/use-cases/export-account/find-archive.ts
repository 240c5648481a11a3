import type { LiveStates, Streams } from '@pps/event-store';
import { isSessionValid, type Principal } from '@pps/identity';
import { userStream } from '@pps/identity/events';
import { accountExportStream, isExportReady, organizationStream, isOfEndedSessions, type AccountExport } from '@pps/workspaces/events';

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

/** Why nobody may get an archive any more; null while somebody may. Throws `StoreUnavailable`. */
export async function findEndReason(
  { streams }: { readonly streams: Pick<Streams, 'load'> },
  wanted: AccountExport,
): Promise<'forgotten' | 'sessions_ended' | null> {
  const [{ state: organization }, { state: user }] = await Promise.all([
    streams.load(organizationStream, wanted.organizationId),
    streams.load(userStream, wanted.userId),
  ]);
  if (organization.kind === 'none' || organization.forgottenAt !== undefined || user.kind !== 'registered') return 'forgotten';
  return isOfEndedSessions(wanted, user.sessionGeneration) ? 'sessions_ended' : null;
}

/**
 * The generation of sessions that an export of the caller's belongs to: the person's present one while the caller's session has not ended, else the
 * session's own, whose exports have ended with it. Throws `StoreUnavailable`.
 */
export async function findExportGeneration(
  live: Pick<LiveStates, 'get'>,
  { userId, sessionId = '', sessionGeneration = 0, asOf }: Principal,
): Promise<number> {
  const { state: user } = await live.get(userStream, userId, asOf);
  const isOpen = user.kind === 'registered' && isSessionValid(user, { gen: sessionGeneration, sid: sessionId });
  return isOpen ? user.sessionGeneration : sessionGeneration;
}
