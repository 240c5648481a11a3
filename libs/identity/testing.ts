import { streamSamples, type StreamSamples } from '@pps/event-store/testing';
import { accessStream, type AccessFact } from './access/access.stream';
import { authorizationStream, type AuthorizationApproved } from './authorizations/authorization.stream';
import { deviceSignInStream, type DeviceSignInApproved } from './device-sign-in/device-sign-in.stream';
import { apiKeyStream, type ApiKeyCreated, type ApiKeyFact } from './api-keys/api-key.stream';
import { emailStream, type EmailFact } from './users/email.stream';
import { userStream } from './users/user.stream';
import { googleStream, type GoogleFact } from './google/google.stream';
import { handoffStream, type HandoffFact } from './google/handoff.stream';
import { sessionStream, type SessionFact } from './sessions/session.stream';
import { secondFactorSamples } from './second-factor/second-factor.samples';
import { secondFactorStream } from './second-factor/second-factor.stream';
import { userSamples } from './users/user.samples';

const userId = '0197a000-0000-7000-8000-000000000003';
const keyId = '4f6c1c2e-0d0b-5c53-8a57-2c1f3f3d9a10';
const accountId = '8d0a6c1e-3f2b-5e4d-9c7a-1b2c3d4e5f60';
const requestId = '2b6f0cc9-04d1-5c1a-9f1e-7d9d2f1c0a55';
const changeId = '2b6f0cc9-04d1-5c1a-9f1e-7d9d2f1c0a58';

export { secondFactorSamples, userSamples };

export const emailSamples: readonly EmailFact[] = [
  { type: 'EmailClaimed', data: { userId, claimedAt: '2026-01-05T09:00:00.000Z' } },
  { type: 'EmailReleased', data: { releasedAt: '2026-01-06T09:00:00.000Z' } },
];

export const googleSamples: readonly GoogleFact[] = [
  { type: 'GoogleAccountClaimed', data: { userId, claimedAt: '2026-01-13T09:00:00.000Z' } },
  { type: 'GoogleAccountReleased', data: { releasedAt: '2026-01-14T09:00:00.000Z' } },
];

export const handoffSamples: readonly HandoffFact[] = [
  {
    type: 'HandoffIssued',
    data: {
      handoffId: changeId,
      userId,
      isNewUser: true,
      tokenHash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7a4',
      issuedAt: '2026-01-13T09:00:00.000Z',
      expiresAt: '2026-01-13T09:02:00.000Z',
    },
  },
  {
    type: 'HandoffIssued',
    data: {
      handoffId: requestId,
      userId,
      isNewUser: false,
      browser: 'q7Zy1nJ3o8uVb2Xc5Rf0TgWd4HkLmPs6AeIi9OuYyNw',
      tokenHash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7a5',
      issuedAt: '2026-01-13T09:00:00.000Z',
      expiresAt: '2026-01-13T09:02:00.000Z',
    },
  },
  { type: 'HandoffUsed', data: { usedAt: '2026-01-13T09:00:10.000Z' } },
  { type: 'SignInReturned', data: { returnedAt: '2026-01-13T09:00:00.000Z' } },
];

export const deviceSignInSamples: readonly DeviceSignInApproved[] = [
  {
    type: 'DeviceSignInApproved',
    data: {
      requestId: '0197a000-0000-7000-8000-00000000000c',
      clientId: 'pps-cli',
      userId,
      organizationId: '0197a000-0000-7000-8000-000000000001',
      sessionId: '0197a000-0000-7000-8000-00000000000b',
      sessionGeneration: 1,
      projectId: '0197a000-0000-7000-8000-000000000004',
      epoch: 0,
      name: 'pps on ada-laptop',
      scopes: ['read', 'write'],
      accountIds: ['8d0a6c1e-3f2b-5e4d-9c7a-1b2c3d4e5f60'],
      approvedAt: '2026-01-05T09:01:00.000Z',
      expiresAt: '2026-01-05T09:10:00.000Z',
    },
  },
];

export const sessionSamples: readonly SessionFact[] = [
  {
    type: 'SessionStarted',
    data: {
      sessionId: '0197a000-0000-7000-8000-00000000000b',
      userId,
      organizationId: '0197a000-0000-7000-8000-000000000001',
      generation: 1,
      userAgentRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c24',
      startedAt: '2026-01-05T09:00:00.000Z',
      expiresAt: '2026-02-04T09:00:00.000Z',
    },
  },
  { type: 'SessionEnded', data: { sessionId: '0197a000-0000-7000-8000-00000000000b', endedAt: '2026-01-06T09:00:00.000Z' } },
];

export const accessSamples: readonly AccessFact[] = [
  {
    type: 'SignInFailed',
    data: {
      userId,
      organizationId: '0197a000-0000-7000-8000-000000000001',
      networkHash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
      failedAt: '2026-01-05T09:00:00.000Z',
    },
  },
  {
    type: 'ProjectSwitched',
    data: {
      userId,
      organizationId: '0197a000-0000-7000-8000-000000000001',
      fromProjectId: '0197a000-0000-7000-8000-000000000002',
      toProjectId: '0197a000-0000-7000-8000-000000000004',
      switchedAt: '2026-01-05T09:05:00.000Z',
    },
  },
  {
    type: 'SignInFailed',
    data: {
      userId,
      organizationId: '0197a000-0000-7000-8000-000000000001',
      networkHash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
      failedAt: '2026-01-05T10:00:00.000Z',
      isLastRecorded: true,
    },
  },
  {
    type: 'SignInFailed',
    data: {
      userId,
      organizationId: '0197a000-0000-7000-8000-000000000001',
      networkHash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
      failedAt: '2026-01-05T10:01:00.000Z',
      factor: 'second',
    },
  },
  {
    type: 'ProjectSwitched',
    data: {
      userId,
      organizationId: '0197a000-0000-7000-8000-000000000001',
      fromProjectId: '0197a000-0000-7000-8000-000000000004',
      toProjectId: '0197a000-0000-7000-8000-000000000002',
      switchedAt: '2026-01-05T10:05:00.000Z',
      isLastRecorded: true,
    },
  },
];

const keyMade: ApiKeyCreated['data'] = {
  keyId,
  projectId: '0197a000-0000-7000-8000-000000000002',
  epoch: 0,
  organizationId: '0197a000-0000-7000-8000-000000000001',
  userId,
  name: 'build',
  prefix: 'pps_live_a1B2',
  scopes: ['read', 'write'],
  accountIds: null,
  createdAt: '2026-01-05T09:00:00.000Z',
};

/** A made key of anybody who may read and write, but for these changes. */
export const madeKey = (changes: Partial<ApiKeyCreated['data']>): ApiKeyCreated['data'] => ({ ...keyMade, ...changes });

export const apiKeySamples: readonly ApiKeyFact[] = [
  {
    type: 'ApiKeyCreated',
    data: keyMade,
  },
  {
    type: 'ApiKeyUpdated',
    data: { keyId, name: 'deploy', scopes: ['read'], accountIds: [accountId], updatedAt: '2026-01-06T09:00:00.000Z' },
  },
  { type: 'ApiKeyRevoked', data: { keyId, revokedAt: '2026-01-07T09:00:00.000Z' } },
  { type: 'ApiKeyCreated', data: { ...keyMade, makerKeyIds: ['4f6c1c2e-0d0b-5c53-8a57-2c1f3f3d9a11'] } },
  { type: 'ApiKeyCreated', data: { ...keyMade, expiresAt: '2026-04-05T09:00:00.000Z' } },
  { type: 'ApiKeyCreated', data: { ...keyMade, source: 'device', clientId: 'pps-cli', expiresAt: '2026-04-05T09:00:00.000Z' } },
  { type: 'ApiKeyExpiring', data: { keyId, expiresAt: '2026-04-05T09:00:00.000Z', at: '2026-03-22T09:00:00.000Z' } },
  { type: 'ApiKeyRevoked', data: { keyId, revokedAt: '2026-04-05T09:00:05.000Z', reason: 'expired' } },
  {
    type: 'ApiKeyCreated',
    data: {
      ...{
        ...keyMade,
        name: 'Claude',
        prefix: 'pps_live_at_',
        source: 'oauth',
        clientId: 'dcr_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0u',
        clientName: 'Claude',
      },
      ...{ resource: 'mcp', declinedScopes: ['destructive'], expiresAt: '2026-04-05T09:00:00.000Z' },
    },
  },
  {
    type: 'ApiKeyCreated',
    data: {
      ...keyMade,
      source: 'oauth',
      clientId: 'https://app.example.com/client.json',
      clientName: 'Planner',
      resource: 'v1',
      mode: 'propose',
    },
  },
  { type: 'ApiKeyUpdated', data: { keyId, mode: 'confirm', updatedAt: '2026-01-06T09:00:00.000Z' } },
  { type: 'ApiKeyRevoked', data: { keyId, revokedAt: '2026-02-05T09:00:05.000Z', reason: 'replayed' } },
];

export const authorizationSamples: readonly AuthorizationApproved[] = [
  {
    type: 'AuthorizationApproved',
    data: {
      ...{ authorizationId: requestId, clientId: 'dcr_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0u', clientName: 'Claude' },
      ...{ redirectUri: 'http://127.0.0.1:3335/callback', codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', resource: 'mcp' },
      ...{ userId, organizationId: keyMade.organizationId, sessionId: changeId, sessionGeneration: 0 },
      ...{ projectId: keyMade.projectId, epoch: 0, scopes: ['read', 'write'], declinedScopes: ['destructive'], accountIds: [accountId] },
      ...{ grantEndsAt: '2026-04-05T09:00:00.000Z', approvedAt: '2026-01-05T09:00:00.000Z', expiresAt: '2026-01-05T09:01:00.000Z' },
    },
  },
  {
    type: 'AuthorizationApproved',
    data: {
      ...{ authorizationId: changeId, clientId: 'https://app.example.com/client.json', clientName: 'Planner' },
      ...{ redirectUri: 'https://app.example.com/callback', codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', resource: 'v1' },
      ...{ userId, organizationId: keyMade.organizationId, sessionId: changeId, sessionGeneration: 0 },
      ...{ projectId: keyMade.projectId, epoch: 0, scopes: ['read'], declinedScopes: [], accountIds: null },
      ...{
        grantEndsAt: '2026-01-12T09:00:00.000Z',
        grantDays: 7,
        approvedAt: '2026-01-05T09:00:00.000Z',
        expiresAt: '2026-01-05T09:01:00.000Z',
      },
    },
  },
  {
    type: 'AuthorizationApproved',
    data: {
      ...{ authorizationId: changeId, clientId: 'https://app.example.com/client.json', clientName: 'Planner' },
      ...{ redirectUri: 'https://app.example.com/callback', codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', resource: 'mcp' },
      ...{ userId, organizationId: keyMade.organizationId, sessionId: changeId, sessionGeneration: 0 },
      ...{ projectId: keyMade.projectId, epoch: 0, scopes: ['read', 'write'], declinedScopes: [], accountIds: null },
      ...{ grantEndsAt: '2026-01-12T09:00:00.000Z', grantDays: 7, mode: 'propose' },
      ...{ approvedAt: '2026-01-05T09:00:00.000Z', expiresAt: '2026-01-05T09:01:00.000Z' },
    },
  },
];

/** A sample of every shape ever written; a shape that changes gets a new sample, the old one stays as an older one. */
export const samples: readonly StreamSamples[] = [
  streamSamples(emailStream, emailSamples),
  streamSamples(userStream, userSamples),
  streamSamples(apiKeyStream, apiKeySamples),
  streamSamples(authorizationStream, authorizationSamples),
  streamSamples(deviceSignInStream, deviceSignInSamples),
  streamSamples(sessionStream, sessionSamples),
  streamSamples(accessStream, accessSamples),
  streamSamples(secondFactorStream, secondFactorSamples),
  streamSamples(googleStream, googleSamples),
  streamSamples(handoffStream, handoffSamples),
];
