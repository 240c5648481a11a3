import { keyAlertSamples, webhookAlertSamples } from './alert-mail.samples';
import type { UserFact } from './user.events';

const userId = '0197a000-0000-7000-8000-000000000003';
const keyId = '4f6c1c2e-0d0b-5c53-8a57-2c1f3f3d9a10';
const accountId = '8d0a6c1e-3f2b-5e4d-9c7a-1b2c3d4e5f60';
const requestId = '2b6f0cc9-04d1-5c1a-9f1e-7d9d2f1c0a55';
const resetId = '2b6f0cc9-04d1-5c1a-9f1e-7d9d2f1c0a57';
const changeId = '2b6f0cc9-04d1-5c1a-9f1e-7d9d2f1c0a58';
const newEmailHash = '8c4a8d09ca3762af61e59520943dc26494f8941b7c4a8d09ca3762af61e59520';
const emailHash = '7c4a8d09ca3762af61e59520943dc26494f8941b7c4a8d09ca3762af61e59520';

/** A sample of every shape ever written to a `user` stream; a committed one is never edited. */
export const userSamples: readonly UserFact[] = [
  {
    type: 'UserRegistered',
    data: {
      userId,
      organizationId: '0197a000-0000-7000-8000-000000000001',
      profileRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c12',
      passwordRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c13',
      emailHash,
      timezone: 'Europe/Vienna',
      registeredAt: '2026-01-05T09:00:00.000Z',
    },
  },
  {
    type: 'EmailVerificationRequested',
    data: {
      requestId,
      userId,
      emailHash,
      tokenHash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
      tokenRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c14',
      requestedAt: '2026-01-05T09:00:01.000Z',
      expiresAt: '2026-01-07T09:00:01.000Z',
    },
  },
  { type: 'VerificationMailSent', data: { requestId, sentAt: '2026-01-05T09:00:02.000Z' } },
  { type: 'EmailVerified', data: { emailHash, requestId, verifiedAt: '2026-01-05T10:00:00.000Z' } },
  {
    type: 'PasswordReset',
    data: { passwordRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c15', resetAt: '2026-01-06T09:00:00.000Z' },
  },
  {
    type: 'EmailVerificationRequested',
    data: {
      requestId: '2b6f0cc9-04d1-5c1a-9f1e-7d9d2f1c0a56',
      userId,
      emailHash,
      tokenHash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7a1',
      tokenRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c16',
      requestedAt: '2026-01-05T09:00:01.000Z',
      expiresAt: '2026-01-07T09:00:01.000Z',
      askedByUser: true,
    },
  },
  {
    type: 'PasswordResetRequested',
    data: {
      requestId: resetId,
      userId,
      emailHash,
      tokenHash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7a2',
      tokenRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c17',
      requestedAt: '2026-01-08T09:00:00.000Z',
      expiresAt: '2026-01-08T10:00:00.000Z',
    },
  },
  { type: 'PasswordResetMailSent', data: { requestId: resetId, sentAt: '2026-01-08T09:00:01.000Z' } },
  {
    type: 'PasswordReset',
    data: { passwordRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c18', resetAt: '2026-01-08T09:30:00.000Z', requestId: resetId },
  },
  { type: 'PasswordReset', data: { passwordRef: accountId, resetAt: '2026-01-08T09:31:00.000Z', provenEmailHash: emailHash } },
  {
    type: 'PasswordChanged',
    data: { passwordRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c19', keptSessionId: resetId, changedAt: '2026-01-09T09:00:00.000Z' },
  },
  {
    type: 'EmailChangeRequested',
    data: {
      requestId: changeId,
      userId,
      emailHash,
      newEmailHash,
      newAddressRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c20',
      tokenHash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7a3',
      tokenRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c21',
      requestedAt: '2026-01-10T09:00:00.000Z',
      expiresAt: '2026-01-11T09:00:00.000Z',
    },
  },
  { type: 'EmailChangeMailSent', data: { requestId: changeId, sentAt: '2026-01-10T09:00:01.000Z' } },
  {
    type: 'EmailChanged',
    data: {
      requestId: changeId,
      userId,
      profileRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c22',
      emailHash: newEmailHash,
      previousEmailHash: emailHash,
      changedAt: '2026-01-10T10:00:00.000Z',
    },
  },
  { type: 'UserRenamed', data: { profileRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c23', renamedAt: '2026-01-12T09:00:00.000Z' } },
  {
    type: 'PreferencesChanged',
    data: {
      projectId: '0197a000-0000-7000-8000-000000000002',
      epoch: 0,
      transactional: true,
      alerts: false,
      verification: true,
      changedAt: '2026-01-12T10:00:00.000Z',
    },
  },
  {
    type: 'GoogleLinked',
    data: { subjectHash: '9c4a8d09ca3762af61e59520943dc26494f8941b', emailHash: newEmailHash, linkedAt: '2026-01-13T09:00:00.000Z' },
  },
  {
    type: 'AlertMailRequested',
    data: {
      requestId: resetId,
      userId,
      alert: 'webhook_disabled',
      projectId: '0197a000-0000-7000-8000-000000000002',
      webhookId: '0197a000-0000-7000-8000-000000000009',
      requestedAt: '2026-01-13T10:00:00.000Z',
      expiresAt: '2026-01-16T10:00:00.000Z',
    },
  },
  {
    type: 'AlertMailRequested',
    data: {
      requestId: changeId,
      userId,
      alert: 'reconnect_required',
      projectId: '0197a000-0000-7000-8000-000000000002',
      accountId,
      requestedAt: '2026-01-13T11:00:00.000Z',
      expiresAt: '2026-01-16T11:00:00.000Z',
    },
  },
  {
    type: 'AlertMailRequested',
    data: {
      requestId: '2b6f0cc9-04d1-5c1a-9f1e-7d9d2f1c0a59',
      userId,
      alert: 'import_finished',
      projectId: '0197a000-0000-7000-8000-000000000002',
      importJobId: '0197a000-0000-7000-8000-00000000000a',
      requestedAt: '2026-01-13T12:00:00.000Z',
      expiresAt: '2026-01-16T12:00:00.000Z',
    },
  },
  {
    type: 'AlertMailRequested',
    data: {
      requestId: '7f1c0a52-5b0e-5d7a-8a55-0d2b6f0c7e11',
      userId,
      alert: 'quota_threshold',
      projectId: '0197a000-0000-7000-8000-000000000002',
      quota: { plan: 'starter', month: '2026-01', thresholdPercent: 80, quotaLimit: 300, quotaUsed: 240 },
      requestedAt: '2026-01-13T13:00:00.000Z',
      expiresAt: '2026-01-16T13:00:00.000Z',
    },
  },
  ...webhookAlertSamples,
  {
    type: 'AlertMailRequested',
    data: {
      requestId: '4be1f7f0-58c3-5a9e-9a53-6b1d0c7e2f31',
      userId,
      alert: 'publishing_stopped',
      projectId: '0197a000-0000-7000-8000-000000000002',
      payment: { plan: 'growth', until: '2026-01-20T13:00:00.000Z' },
      requestedAt: '2026-01-13T13:00:00.000Z',
      sendAt: '2026-01-20T13:00:00.000Z',
      expiresAt: '2026-01-23T13:00:00.000Z',
    },
  },
  ...keyAlertSamples,
  { type: 'AlertMailSent', data: { requestId: resetId, sentAt: '2026-01-13T10:00:01.000Z' } },
  {
    type: 'EmailChanged',
    data: {
      requestId: changeId,
      userId,
      profileRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c22',
      previousProfileRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c12',
      emailHash: newEmailHash,
      previousEmailHash: emailHash,
      changedAt: '2026-01-13T13:00:00.000Z',
    },
  },
  {
    type: 'SecurityMailRequested',
    data: {
      requestId: changeId,
      userId,
      notice: 'email_changed',
      previousProfileRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c12',
      requestedAt: '2026-01-13T13:00:01.000Z',
      expiresAt: '2026-01-16T13:00:01.000Z',
    },
  },
  {
    type: 'SecurityMailRequested',
    data: {
      requestId: resetId,
      userId,
      notice: 'api_key_created',
      keyId,
      requestedAt: '2026-01-13T13:01:01.000Z',
      expiresAt: '2026-01-16T13:01:01.000Z',
    },
  },
  ...(['program_allowed', 'grant_replayed'] as const).map((notice) => ({
    type: 'SecurityMailRequested' as const,
    data: { requestId: resetId, userId, notice, keyId, requestedAt: '2026-01-13T13:01:01.000Z', expiresAt: '2026-01-16T13:01:01.000Z' },
  })),
  {
    type: 'SecurityMailRequested',
    data: {
      requestId,
      userId,
      notice: 'account_connected',
      accountId,
      requestedAt: '2026-01-13T13:02:01.000Z',
      expiresAt: '2026-01-16T13:02:01.000Z',
    },
  },
  ...(['second_factor_enabled', 'second_factor_disabled', 'recovery_code_used'] as const).map((notice) => ({
    type: 'SecurityMailRequested' as const,
    data: {
      ...{ requestId: '7f1c0a52-5b0e-5d7a-8a55-0d2b6f0c7e12', userId, notice },
      ...{ requestedAt: '2026-01-13T13:03:01.000Z', expiresAt: '2026-01-16T13:03:01.000Z' },
    },
  })),
  { type: 'SecurityMailSent', data: { requestId: changeId, sentAt: '2026-01-13T13:00:02.000Z' } },
  { type: 'AccountDeletionRequested', data: { userId, requestedAt: '2026-02-01T09:00:00.000Z', dueAt: '2026-02-15T09:00:00.000Z' } },
  { type: 'AccountDeletionCanceled', data: { userId, canceledAt: '2026-02-02T09:00:00.000Z' } },
  { type: 'UserForgotten', data: { userId, forgottenAt: '2026-01-14T09:00:00.000Z' } },
];
