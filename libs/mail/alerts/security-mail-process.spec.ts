import type { AccountConnected } from '@pps/connections/events';
import { connectionSamples } from '@pps/connections/testing';
import { Streams, type EventStore } from '@pps/event-store';
import { openInMemoryEventStore, recordedFact, someone } from '@pps/event-store/testing';
import { userStream, type ApiKeyCreated, type GoogleLinked, type UserRegistered } from '@pps/identity/events';
import { apiKeySamples, secondFactorSamples, userSamples } from '@pps/identity/testing';
import { organizationStream } from '@pps/workspaces/events';
import { accountExportSamples, organizationSamples } from '@pps/workspaces/testing';
import { securityMails } from './security-mail.process';

const { data: registered } = userSamples[0] as UserRegistered;
const { data: key } = apiKeySamples[0] as ApiKeyCreated;
const { data: connected } = connectionSamples[0] as AccountConnected;
const { userId } = registered;
const organizationId = '0197a000-0000-7000-8000-0000000000aa';
const stream = `user-${userId}`;
const google: GoogleLinked['data'] = { subjectHash: 's', emailHash: registered.emailHash, linkedAt: '2026-02-01T00:00:00.000Z' };

let store: EventStore;
let streams: Streams;

beforeEach(async () => {
  store = openInMemoryEventStore();
  streams = new Streams(store);
  await streams.decide(userStream, userId, someone, () => [{ type: 'UserRegistered', data: registered } as const]);
  const [founded] = organizationSamples;
  if (founded?.type !== 'OrganizationRegistered') throw new Error('no sample');
  const organization = { ...founded.data, organizationId, ownerUserId: userId };
  await streams.decide(organizationStream, organizationId, someone, () => [
    { type: 'OrganizationRegistered', data: organization } as const,
  ]);
});
afterEach(() => store.close());

/** What the owner is told after these facts, each of them seen twice. */
async function noticesAfter(...facts: Parameters<typeof recordedFact>[0][]) {
  const process = securityMails({ streams, clock: () => new Date('2026-02-01T00:00:00.000Z') });
  const recorded = facts.map((fact) => recordedFact(fact));
  for (const fact of [...recorded, ...recorded]) await process.react([fact], null);
  const { state } = await streams.load(userStream, userId);
  return state.kind === 'registered' ? state.securityMails : [];
}

/** A program that was let act, revoked by somebody, which he knows, and stopped for a replay. */
const programFacts: Parameters<typeof recordedFact>[0][] = [
  { stream: `apikey-${key.keyId}`, type: 'ApiKeyCreated', data: { ...key, organizationId, source: 'oauth' } },
  { stream: `apikey-${key.keyId}`, type: 'ApiKeyRevoked', data: { keyId: key.keyId, revokedAt: google.linkedAt } },
  {
    stream: `apikey-${key.keyId}`,
    type: 'ApiKeyRevoked',
    data: { keyId: key.keyId, revokedAt: google.linkedAt, reason: 'replayed' },
    metadata: { ...someone, organizationId, schemaVersion: 1 },
  },
];

test('the owner is told once of each change of the account and of what may act for it', async () => {
  const notices = await noticesAfter(
    { stream, type: 'PasswordChanged', data: { passwordRef: 'x', keptSessionId: null, changedAt: google.linkedAt } },
    { stream, type: 'PasswordReset', data: { passwordRef: 'x', resetAt: google.linkedAt } },
    { stream, type: 'PasswordReset', data: { passwordRef: 'x', resetAt: google.linkedAt, provenEmailHash: registered.emailHash } },
    { stream, type: 'EmailChanged', data: { userId, previousProfileRef: 'the former one' } },
    { stream, type: 'GoogleLinked', data: google },
    ...secondFactorSamples
      .filter(({ type }) => ['SecondFactorEnabled', 'SecondFactorCodeUsed', 'SecondFactorDisabled'].includes(type))
      .map((fact) => ({ ...fact, stream: `second_factor-${userId}` })),
    { stream: `apikey-${key.keyId}`, type: 'ApiKeyCreated', data: { ...key, organizationId } },
    ...programFacts,
    { stream: `connection-${connected.accountId}`, type: 'AccountConnected', data: { ...connected, organizationId } },
  );
  expect(notices.map(({ notice, keyId, accountId, previousProfileRef }) => [notice, keyId ?? accountId ?? previousProfileRef])).toEqual([
    ['password_changed', undefined],
    ['password_changed', undefined],
    ['unproven_access_ended', undefined],
    ['email_changed', 'the former one'],
    ['google_linked', undefined],
    ['second_factor_enabled', undefined],
    ['second_factor_disabled', undefined],
    ['api_key_created', key.keyId],
    ['program_allowed', key.keyId],
    ['grant_replayed', key.keyId],
    ['account_connected', connected.accountId],
  ]);
  expect(notices[0]?.expiresAt).toBe('2026-02-04T00:00:00.000Z');
});

test('the owner is told that the account is to end, that it stays, and of its archive', async () => {
  const [requested, ready] = accountExportSamples;
  if (requested?.type !== 'AccountExportRequested' || !ready) throw new Error('no samples');
  const exports = { stream: `account_export-${organizationId}`, metadata: { ...someone, organizationId, schemaVersion: 1 } };
  const notices = await noticesAfter(
    { stream, type: 'AccountDeletionRequested', data: { userId, requestedAt: google.linkedAt, dueAt: '2026-02-15T00:00:00.000Z' } },
    { stream, type: 'AccountDeletionCanceled', data: { userId, canceledAt: google.linkedAt } },
    { ...exports, ...requested, data: { ...requested.data, organizationId, userId } },
    { ...exports, ...ready },
  );
  expect(notices.map(({ notice }) => notice)).toEqual([
    'account_deletion_requested',
    'account_deletion_canceled',
    'account_export_requested',
    'account_export_ready',
  ]);
});

test('nobody is told of a simulated account, of the Google account that made the account, or of a workspace that is not there', async () => {
  const elsewhere = '0197a000-0000-7000-8000-0000000000ff';
  const notices = await noticesAfter(
    { stream, type: 'GoogleLinked', data: { ...google, linkedAt: registered.registeredAt } },
    { stream: 'connection-1', type: 'AccountConnected', data: { ...connected, organizationId, simulated: true } },
    { stream: `apikey-${key.keyId}`, type: 'ApiKeyCreated', data: { ...key, organizationId: elsewhere } },
  );
  expect(notices).toEqual([]);
});
