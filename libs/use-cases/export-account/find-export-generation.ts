import type { LiveStates } from '@pps/event-store';
import { isSessionValid, type Principal } from '@pps/identity';
import { userStream } from '@pps/identity/events';

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
