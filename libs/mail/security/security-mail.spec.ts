import { fold } from '@pps/kernel';
import type { SecurityMailRequested, UserRegistered, UserState } from '@pps/identity/events';
import { userStream } from '@pps/identity/events';
import { userSamples } from '@pps/identity/testing';
import { findDueSecurityMail, requestSecurityMail } from './security-mail.decider';

const [registered] = userSamples as readonly [UserRegistered];
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
