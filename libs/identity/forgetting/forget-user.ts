import type { CommandRunner, Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import { releaseEmail } from '../email-addresses/email.decider';
import { emailStream } from '../email-addresses/email.stream';
import { releaseGoogleAccount } from '../google/google.decider';
import { googleStream } from '../google/google.stream';
import { userStream } from '../users/user.stream';

/**
 * Ends a person's account for good: address and Google account are free for others, no session, API key or mailed link works. What the vault holds
 * of the person stays; whoever calls this drops it. A repeat finishes what an interrupted call left. Throws `NotFound`.
 */
export async function forgetUser(runner: Pick<CommandRunner, 'load' | 'run'>, userId: string, origin: Origin): Promise<void> {
  const { state: user } = await runner.load(userStream, userId);
  if (user.kind === 'none') throw new NotFound('User');
  if (user.kind === 'forgotten') return;
  const released = { releasedAt: origin.occurredAt };
  await runner.run(emailStream, user.emailHash, origin, (state) => releaseEmail(userId, released, state));
  const { googleSubjectHash } = user;
  if (googleSubjectHash !== null) {
    await runner.run(googleStream, googleSubjectHash, origin, (state) => releaseGoogleAccount(userId, released, state));
  }
  await runner.run(userStream, userId, origin, (state) =>
    state.kind === 'registered' ? [{ type: 'UserForgotten', data: { userId, forgottenAt: origin.occurredAt } } as const] : [],
  );
}
