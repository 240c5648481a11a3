import { fold } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { userSamples } from '../testing';
import { decideRegisterUser, decideRequestVerification, decideVerifyEmail } from './user.decider';
import { userStream } from './user.stream';
import type { EmailVerificationRequested, UserFact, UserRegistered } from './user.events';
import type { UserState } from './user.state';

const user = userStream.decider;
const [registered, requested, , verified, reset] = userSamples.slice(0, 5) as [
  UserRegistered,
  EmailVerificationRequested,
  UserFact,
  UserFact,
  UserFact,
];
const { requestId, tokenHash, expiresAt } = requested.data;
const soon = '2026-01-05T12:00:00.000Z';
const givenUser = (...facts: UserFact[]) => given<UserState, UserFact>(user, registered, ...facts);

describe('a user', () => {
  it('is registered once', () => {
    expect(given(user).twice((state) => decideRegisterUser(registered.data, null, state))).toEqual([]);
  });

  it('is what all the facts say', () => {
    const { data } = registered;
    expect(fold(user, userSamples.slice(0, 5))).toEqual({
      kind: 'registered',
      deletionDueAt: null,
      ...data,
      passwordRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c15',
      emailVerifiedAt: '2026-01-05T10:00:00.000Z',
      sessionGeneration: 1,
      keptSessionId: null,
      keysEndedAt: null,
      links: [],
      preferences: {},
      googleSubjectHash: null,
      alerts: [],
      securityMails: [],
    });
  });

  it('loses every session with a password reset', () => {
    expect(givenUser().state).toMatchObject({ sessionGeneration: 0 });
    expect(givenUser(reset, reset).state).toMatchObject({ sessionGeneration: 2 });
  });
});

describe('a verification link', () => {
  it('is made once per request, and not for an address that is verified or another', () => {
    expect(givenUser().when((state) => decideRequestVerification(requested.data, state))).toEqual([requested]);
    expect(givenUser().twice((state) => decideRequestVerification(requested.data, state))).toEqual([]);
    expect(
      givenUser(requested, verified).when((state) => decideRequestVerification({ ...requested.data, requestId: 'other' }, state)),
    ).toEqual([]);
    expect(givenUser().when((state) => decideRequestVerification({ ...requested.data, emailHash: 'other' }, state))).toEqual([]);
    expect(given(user).when((state) => decideRequestVerification(requested.data, state))).toEqual([]);
  });

  it('verifies the address once', () => {
    const verify = (state: UserState) => decideVerifyEmail({ tokenHash, at: soon }, state);
    expect(givenUser(requested).when(verify)).toEqual([
      { type: 'EmailVerified', data: { emailHash: registered.data.emailHash, requestId, verifiedAt: soon } },
    ]);
    expect(() => givenUser(requested, verified).when(verify)).toThrow('Invalid or expired');
  });

  it('is refused when it is unknown or has expired', () => {
    expect(() => givenUser(requested).when((state) => decideVerifyEmail({ tokenHash: 'other', at: soon }, state))).toThrow(
      'Invalid or expired',
    );
    expect(() => givenUser(requested).when((state) => decideVerifyEmail({ tokenHash, at: expiresAt }, state))).toThrow(
      'Invalid or expired',
    );
    expect(() => decideVerifyEmail({ tokenHash, at: soon }, { kind: 'none' })).toThrow('Invalid or expired');
  });

  it('is one of the newest five', () => {
    const more = ['b', 'c', 'd', 'e', 'f'].map((id): UserFact => ({
      ...requested,
      data: { ...requested.data, requestId: id, tokenHash: id },
    }));
    const { state } = givenUser(requested, ...more);
    expect(() => decideVerifyEmail({ tokenHash, at: soon }, state)).toThrow('Invalid or expired');
    expect(decideVerifyEmail({ tokenHash: 'b', at: soon }, state)).toHaveLength(1);
  });
});
