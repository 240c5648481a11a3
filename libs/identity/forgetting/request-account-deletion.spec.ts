import { Streams } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { Invalid } from '@pps/kernel';
import type { ProveSecondFactorOwnerDeps } from '../second-factor/prove-second-factor-owner';
import { secondFactorSamples } from '../second-factor/second-factor.samples';
import { secondFactorStream } from '../second-factor/second-factor.stream';
import type { UserRegistered } from '../users/user.events';
import { userSamples } from '../users/user.samples';
import { userStream } from '../users/user.stream';
import { RequestAccountDeletion, requestAccountDeletion } from './request-account-deletion';

const { data } = userSamples[0] as UserRegistered;
const { userId } = data;
const now = Date.parse(someone.occurredAt);

/** Asks with nothing but a session that is so old, as somebody who has a password or not. */
async function ask(ageMs: number, passwordRef: string | null, secondFactor = false) {
  const streams = new Streams(openInMemoryEventStore());
  await streams.decide(userStream, userId, someone, () => [{ type: 'UserRegistered', data: { ...data, passwordRef } } as const]);
  if (secondFactor) {
    const proven = { emailHash: data.emailHash, requestId: 'r1', verifiedAt: someone.occurredAt };
    await streams.decide(userStream, userId, someone, () => [{ type: 'EmailVerified', data: proven } as const]);
    const enabling = secondFactorSamples.filter(({ type }) => type === 'SecondFactorSetupStarted' || type === 'SecondFactorEnabled');
    await streams.decide(secondFactorStream, userId, someone, () => enabling);
  }
  const command = new RequestAccountDeletion(userId, { kind: 'sign_in', at: now - ageMs }, 86_400_000, someone);
  // There is nothing here that could check a password.
  return requestAccountDeletion({ streams } as unknown as ProveSecondFactorOwnerDeps, command);
}

test('who signs in with Google alone shows a sign-in of the last ten minutes', async () => {
  expect(await ask(600_000, null)).toEqual({ dueAt: new Date(now + 86_400_000).toISOString() });
  await expect(ask(600_001, null)).rejects.toMatchObject({ code: 'recent_login_required' });
});

test('whoever has a password or a second factor shows that', async () => {
  await expect(ask(0, 'a reference')).rejects.toThrow(Invalid);
  await expect(ask(0, null, true)).rejects.toThrow(Invalid);
});
