import {
  userStream,
  type EmailVerificationRequested,
  type SecurityMailRequested,
  type UserFact,
  type UserRegistered,
  type UserState,
} from '@pps/identity/events';
import { userSamples } from '@pps/identity/testing';
import { fold } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { findDueLink, findDueSecurityMail, recordMailSent, requestSecurityMail } from './mail.decider';

const [registered, requested, mailSent, verified] = userSamples.slice(0, 4) as [
  UserRegistered,
  EmailVerificationRequested,
  UserFact,
  UserFact,
];
const { requestId, expiresAt } = requested.data;
const soon = '2026-01-05T12:00:00.000Z';
const givenUser = (...facts: UserFact[]) => given<UserState, UserFact>(userStream.decider, registered, ...facts);

test('the mail with a verification link is sent once, while the link can be used', () => {
  expect(findDueLink(givenUser(requested).state, requestId, soon)).toMatchObject({ tokenRef: requested.data.tokenRef });
  expect(findDueLink(givenUser(requested).state, requestId, expiresAt)).toBeNull();
  expect(findDueLink(givenUser(requested, mailSent).state, requestId, soon)).toBeNull();
  expect(findDueLink(givenUser(requested, verified).state, requestId, soon)).toBeNull();
  expect(givenUser(requested).twice((state) => recordMailSent({ requestId, at: soon }, state))).toEqual([]);
});

const { userId } = registered.data;
const times = { requestedAt: '2026-01-05T09:00:00.000Z', expiresAt: '2026-01-08T09:00:00.000Z' };
const request = (requestId: string): SecurityMailRequested['data'] => ({ requestId, userId, notice: 'password_changed', ...times });
const user = (...facts: Parameters<typeof userStream.decider.evolve>[1][]): UserState => fold(userStream.decider, [registered, ...facts]);

test('a security mail is requested once, also of who wants no mails, and of nobody who is gone', () => {
  const asked = requestSecurityMail(request('r1'), user());
  expect(asked).toEqual([{ type: 'SecurityMailRequested', data: request('r1') }]);
  expect(requestSecurityMail(request('r1'), user(...asked))).toEqual([]);
  const forgotten = { type: 'UserForgotten', data: { userId, forgottenAt: times.requestedAt } } as const;
  expect(requestSecurityMail(request('r1'), user(forgotten))).toEqual([]);
});

test('it is due until it is sent or three days old', () => {
  const state = user(...requestSecurityMail(request('r1'), user()));
  expect(findDueSecurityMail(state, 'r1', times.requestedAt)).toMatchObject({ requestId: 'r1' });
  expect(findDueSecurityMail(state, 'r1', times.expiresAt)).toBeNull();
  expect(findDueSecurityMail(state, 'r2', times.requestedAt)).toBeNull();
  const sent = { type: 'SecurityMailSent', data: { requestId: 'r1', sentAt: times.requestedAt } } as const;
  expect(findDueSecurityMail(user(...requestSecurityMail(request('r1'), user()), sent), 'r1', times.requestedAt)).toBeNull();
});

test('2,001 that wait leave the newest twenty', () => {
  let state = user();
  for (let n = 0; n < 2_001; n++)
    for (const fact of requestSecurityMail(request(`r${n}`), state)) state = userStream.decider.evolve(state, fact);
  expect(state.kind === 'registered' && state.securityMails.map(({ requestId }) => requestId)).toEqual(
    Array.from({ length: 20 }, (_, n) => `r${n + 1_981}`),
  );
});
