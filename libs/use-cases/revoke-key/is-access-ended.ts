import type { LiveStates } from '@pps/event-store';
import { isSessionValid, type Principal } from '@pps/identity';
import { apiKeyStream, userStream } from '@pps/identity/events';

/**
 * Whether what the request came in with, a session or a key, has been ended since by a reset that proved the address, or by the end of the account: that
 * did not meet what the request makes.
 */
export async function isAccessEnded(
  { live }: { readonly live: Pick<LiveStates, 'get'> },
  { userId, keyId, sessionId, sessionGeneration }: Principal,
): Promise<boolean> {
  const { state: user } = await live.get(userStream, userId);
  if (user.kind !== 'registered') return user.kind === 'forgotten';
  if (user.keysEndedAt === null) return false;
  if (keyId === undefined)
    return sessionId !== undefined && sessionGeneration !== undefined && !isSessionValid(user, { gen: sessionGeneration, sid: sessionId });
  const { state: key } = await live.get(apiKeyStream, keyId);
  return key.kind === 'created' && key.createdAt <= user.keysEndedAt;
}
