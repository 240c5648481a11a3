import type { Streams, Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import { releaseEmail, emailStream } from '../users/email.stream';
import { releaseGoogleAccount, googleStream } from '../google/google.stream';
import { userStream } from '../users/user.stream';

/**
 * Ends a person's account for good: address and Google account are free for others, no session, API key or mailed link works. What the vault holds
 * of the person stays; whoever calls this drops it. A repeat finishes what an interrupted call left. Throws `NotFound`.
 */
export async function forgetUser(streams: Pick<Streams, 'load' | 'decide'>, userId: string, origin: Origin): Promise<void> {
  const { state: user } = await streams.load(userStream, userId);
  if (user.kind === 'none') throw new NotFound('User');
  if (user.kind === 'forgotten') return;
  const released = { releasedAt: origin.occurredAt };
  await streams.decide(emailStream, user.emailHash, origin, (state) => releaseEmail(userId, released, state));
  const { googleSubjectHash } = user;
  if (googleSubjectHash !== null) {
    await streams.decide(googleStream, googleSubjectHash, origin, (state) => releaseGoogleAccount(userId, released, state));
  }
  await streams.decide(userStream, userId, origin, (state) =>
    state.kind === 'registered' ? [{ type: 'UserForgotten', data: { userId, forgottenAt: origin.occurredAt } } as const] : [],
  );
}
