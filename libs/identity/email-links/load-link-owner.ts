import type { Streams, Origin } from '@pps/event-store';
import type { Rejected } from '@pps/kernel';
import { ownerOfLinkToken } from './link-token';
import type { User } from '../users/user.state';
import { userStream } from '../users/user.stream';

/** The user a link was mailed to, and the metadata for facts that its use makes: the link is the credential. Throws `refusal()` when no user has it. */
export async function loadLinkOwner(
  streams: Pick<Streams, 'load'>,
  token: string,
  requestOrigin: Pick<Origin, 'requestId' | 'correlationId'>,
  at: string,
  refusal: () => Rejected,
): Promise<{ readonly user: User; readonly origin: Origin }> {
  const userId = ownerOfLinkToken(token);
  if (userId === null) throw refusal();
  const { state: user } = await streams.load(userStream, userId);
  if (user.kind !== 'registered') throw refusal();
  const actor = { type: 'user', id: userId } as const;
  return { user, origin: { ...requestOrigin, organizationId: user.organizationId, actor, occurredAt: at } };
}
