import { given } from '@pps/kernel/testing';
import { msUntilNextMail, isSessionValid, type User, type UserState } from '../users/user.state';
import { decideRequestPasswordReset, decideResetPassword, decideChangePassword } from '../users/user.decider';
import type { PasswordResetRequested, UserFact, UserRegistered } from '../users/user.events';
import { userSamples } from '../testing';
import { userStream } from '../users/user.stream';

const user = userStream.decider;
const registered = userSamples[0] as UserRegistered;
const asked = userSamples.find(({ type }) => type === 'PasswordResetRequested') as PasswordResetRequested;
const { tokenHash, expiresAt, emailHash, requestId } = asked.data;
const at = '2026-01-08T09:30:00.000Z';
const passwordRef = '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c99';
const invalid = expect.objectContaining({ code: 'invalid_token', message: 'Invalid or expired password reset token' });
const givenUser = (...facts: UserFact[]) => given<UserState, UserFact>(user, registered, ...facts);
const reset = (state: UserState) => decideResetPassword({ tokenHash, passwordRef, at }, state);

describe('a reset link', () => {
  it('is made for the present address, and not while the one before is younger than a minute', () => {
    const later = { ...asked.data, requestId: 'later', requestedAt: '2026-01-08T09:00:59.999Z' };
    expect(givenUser().when((state) => decideRequestPasswordReset(asked.data, 60_000, state))).toEqual([asked]);
    expect(givenUser().when((state) => decideRequestPasswordReset({ ...asked.data, emailHash: 'other' }, 60_000, state))).toEqual([]);
    expect(givenUser(asked).when((state) => decideRequestPasswordReset(later, 60_000, state))).toEqual([]);
    expect(
      givenUser(asked).when((state) => decideRequestPasswordReset({ ...later, requestedAt: '2026-01-08T09:01:00.000Z' }, 60_000, state)),
    ).toHaveLength(1);
    expect(
      msUntilNextMail((givenUser(asked).state as User).links, {
        kind: 'password_reset',
        emailHash,
        at: later.requestedAt,
        intervalMs: 60_000,
      }),
    ).toBe(1);
  });

  it('works once and takes the other links with it', () => {
    const other: UserFact = { ...asked, data: { ...asked.data, requestId: 'other', tokenHash: 'other' } };
    expect(givenUser(asked).when(reset)).toEqual([
      { type: 'PasswordReset', data: { passwordRef, resetAt: at, requestId, provenEmailHash: emailHash } },
    ]);
    const proven: UserFact = { type: 'EmailVerified', data: { emailHash, requestId: 'verification', verifiedAt: at } };
    expect(givenUser(proven, asked).when(reset)).toEqual([{ type: 'PasswordReset', data: { passwordRef, resetAt: at, requestId } }]);
    expect(() => givenUser(asked).twice(reset)).toThrow(invalid);
    expect(() =>
      givenUser(other, asked, ...givenUser(asked).when(reset)).when((state) =>
        decideResetPassword({ tokenHash: 'other', passwordRef, at }, state),
      ),
    ).toThrow(invalid);
  });

  it('of an address that was not proven before voids what somebody else may have asked for, and of a proven one leaves it', () => {
    const change = userSamples.find(({ type }) => type === 'EmailChangeRequested') as UserFact;
    const ending: UserFact = {
      type: 'AccountDeletionRequested',
      data: { userId: registered.data.userId, requestedAt: at, dueAt: expiresAt },
    };
    const proven: UserFact = { type: 'EmailVerified', data: { emailHash, requestId: 'verification', verifiedAt: at } };
    const after = (...facts: UserFact[]) => givenUser(...facts, ...givenUser(...facts).when(reset)).state as User;
    expect(after(change, ending, asked)).toMatchObject({ links: [], deletionDueAt: null, emailVerifiedAt: at, keysEndedAt: at });
    expect(after(proven, change, ending, asked)).toMatchObject({
      links: [{ kind: 'email_change' }],
      deletionDueAt: expiresAt,
      keysEndedAt: null,
    });
  });

  it('is refused when it is unknown or has expired', () => {
    expect(() => givenUser().when(reset)).toThrow(invalid);
    expect(() => givenUser(asked).when((state) => decideResetPassword({ tokenHash, passwordRef, at: expiresAt }, state))).toThrow(invalid);
  });
});

describe('a changed password', () => {
  const change = (keptSessionId: string | null) => (state: UserState) =>
    decideChangePassword({ passwordRef, keptSessionId, changedAt: at }, registered.data.passwordRef, state);
  const holds = (state: UserState, gen: number, sid: string) => isSessionValid(state as User, { gen, sid });

  it('leaves the session it was changed in and ends the others', () => {
    const { state } = givenUser(...givenUser().when(change('mine')));
    expect([holds(state, 0, 'mine'), holds(state, 0, 'other'), holds(state, 1, 'new')]).toEqual([true, false, true]);
  });

  it('ends all when it was changed with a key, or reset', () => {
    expect(holds(givenUser(...givenUser().when(change(null))).state, 0, 'mine')).toBe(false);
    const changedThenReset = givenUser(...givenUser().when(change('mine')), asked);
    expect(holds(givenUser(...givenUser().when(change('mine')), asked, ...changedThenReset.when(reset)).state, 0, 'mine')).toBe(false);
  });

  it('is refused when it changed while the old one was checked', () => {
    expect(() => givenUser(...givenUser().when(change('mine'))).when(change('mine'))).toThrow('changed meanwhile');
  });
});
