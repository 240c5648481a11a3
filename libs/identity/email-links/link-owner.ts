import type { CommandRunner, Origin } from '@pps/event-store';
import type { Rejected } from '@pps/kernel';
import { ownerOfLinkToken } from './link-token';
import type { User } from '../users/user.state';
import { userStream } from '../users/user.stream';

/** Whose a link is, and the metadata of what is done with it: the link is the credential. Throws what `refusal` makes when it is nobody's. */
export async function linkOwner(
  runner: CommandRunner,
  token: string,
  requestOrigin: Pick<Origin, 'requestId' | 'correlationId'>,
  at: string,
  refusal: () => Rejected,
): Promise<{ readonly user: User; readonly origin: Origin }> {
  const userId = ownerOfLinkToken(token);
  if (userId === null) throw refusal();
  const { state: user } = await runner.load(userStream, userId);
  if (user.kind !== 'registered') throw refusal();
  const actor = { type: 'user', id: userId } as const;
  return { user, origin: { ...requestOrigin, organizationId: user.organizationId, actor, occurredAt: at } };
}
