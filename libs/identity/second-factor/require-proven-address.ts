import type { Streams } from '@pps/event-store';
import { NotFound, Rejected } from '@pps/kernel';
import type { User } from '../users/user.state';
import { userStream } from '../users/user.stream';

/** The user, when the e-mail address was proven. Throws `NotFound`, and `Rejected('conflict')`: who has somebody else's address must not lock its owner out. */
export async function requireProvenAddress(streams: Pick<Streams, 'load'>, userId: string): Promise<User> {
  const { state: user } = await streams.load(userStream, userId);
  if (user.kind !== 'registered') throw new NotFound('User');
  if (user.emailVerifiedAt === null)
    throw new Rejected(
      'conflict',
      'Verify the e-mail address first',
      {},
      { remediation: 'Ask for the link with POST /v1/auth/email/verify/request and open it.' },
    );
  return user;
}
