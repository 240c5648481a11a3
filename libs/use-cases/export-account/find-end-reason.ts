import type { CommandRunner } from '@pps/event-store';
import { userStream } from '@pps/identity/events';
import { isOfEndedSessions, organizationStream, type AccountExport } from '@pps/workspaces/events';

/** Why nobody may get an archive any more; null while somebody may. Throws `StoreUnavailable`. */
export async function findEndReason(
  { runner }: { readonly runner: Pick<CommandRunner, 'load'> },
  wanted: AccountExport,
): Promise<'forgotten' | 'sessions_ended' | null> {
  const [{ state: organization }, { state: user }] = await Promise.all([
    runner.load(organizationStream, wanted.organizationId),
    runner.load(userStream, wanted.userId),
  ]);
  if (organization.kind === 'none' || organization.forgottenAt !== undefined || user.kind !== 'registered') return 'forgotten';
  return isOfEndedSessions(wanted, user.sessionGeneration) ? 'sessions_ended' : null;
}
