import { userStream, type EmailVerificationRequested, type UserFact, type UserRegistered, type UserState } from '@pps/identity/events';
import { userSamples } from '@pps/identity/testing';
import { given } from '@pps/kernel/testing';
import { findDueLink, recordMailSent } from './due-mail.decider';

const [registered, requested, mailSent, verified] = userSamples.slice(0, 4) as [
  UserRegistered,
  EmailVerificationRequested,
  UserFact,
  UserFact,
];
const { requestId, expiresAt } = requested.data;
const soon = '2026-01-05T12:00:00.000Z';
const givenUser = (...facts: UserFact[]) => given<UserState, UserFact>(userStream.decider, registered, ...facts);

describe('a verification link', () => {
  it('is mailed once, while it can be used', () => {
    expect(findDueLink(givenUser(requested).state, requestId, soon)).toMatchObject({ tokenRef: requested.data.tokenRef });
    expect(findDueLink(givenUser(requested).state, requestId, expiresAt)).toBeNull();
    expect(findDueLink(givenUser(requested, mailSent).state, requestId, soon)).toBeNull();
    expect(findDueLink(givenUser(requested, verified).state, requestId, soon)).toBeNull();
    expect(givenUser(requested).twice((state) => recordMailSent({ requestId, at: soon }, state))).toEqual([]);
  });
});
