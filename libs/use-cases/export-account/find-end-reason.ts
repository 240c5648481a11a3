import type { Streams } from '@pps/event-store';
import { userStream } from '@pps/identity/events';
import { isOfEndedSessions, organizationStream, type AccountExport } from '@pps/workspaces/events';

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
