import { Streams, type LiveStates } from '@pps/event-store';
import { recordedFact, storeWith } from '@pps/event-store/testing';
import type { Fact } from '@pps/kernel';
import { namedSubjects } from './sweeps';

const registered = { organizationId: 'o', profileRef: 'r', passwordRef: 'r', emailHash: 'first', timezone: 'UTC', registeredAt: 'now' };
const userRegistered = (userId: string): Fact => ({ type: 'UserRegistered', data: { userId, ...registered } });
const claimed = (userId: string): Fact => ({ type: 'EmailClaimed', data: { userId, claimedAt: 'now' } });
const organization = (ownerUserId: string): Fact => ({ type: 'OrganizationRegistered', data: { organizationId: 'o', ownerUserId } });
const ofEpoch = (type: string, epoch: number): Fact => ({ type, data: { projectId: 'p', epoch, scopes: [], events: [] } });

/** Whether a log of these streams names the subject; its project is in epoch 1. */
function isNamed(subject: string, log: Readonly<Record<string, readonly Fact[]>>): Promise<boolean> {
  const store = storeWith({
    read: async (stream, from = 0, most = Infinity) =>
      (log[stream] ?? [])
        .map(({ type, data }, revision) => recordedFact({ stream, revision, type, data }))
        .filter(({ revision }) => revision >= from)
        .slice(0, most),
  });
  const live = { get: async () => ({ state: { kind: 'created', epoch: 1 }, revision: 0 }) } as unknown as LiveStates;
  return namedSubjects({ streams: new Streams(store), store, live })(subject);
}

describe('what is stored for a user', () => {
  it('is nobody’s where the registration never got to its first fact, or never to its address', async () => {
    expect(await isNamed('user:a', {})).toBe(false);
    expect(await isNamed('user:a', { 'user-a': [userRegistered('a')] })).toBe(false);
    expect(await isNamed('user:a', { 'user-a': [userRegistered('a')], 'email-first': [claimed('b')] })).toBe(false);
  });

  it('is his once he has the address, also when he gave it up later', async () => {
    expect(await isNamed('user:a', { 'user-a': [userRegistered('a')], 'email-first': [claimed('a')] })).toBe(true);
    const released: Fact = { type: 'EmailReleased', data: { userId: 'a', releasedAt: 'later' } };
    const moved = { 'user-a': [userRegistered('a')], 'email-first': [claimed('a'), released, claimed('b')] };
    expect(await isNamed('user:a', moved)).toBe(true);
  });
});

it('what is stored for an organization is its owner’s or nobody’s', async () => {
  const log = { 'organization-o': [organization('a')], 'user-a': [userRegistered('a')] };
  expect(await isNamed('organization:o', {})).toBe(false);
  expect(await isNamed('organization:o', log)).toBe(false);
  expect(await isNamed('organization:o', { ...log, 'email-first': [claimed('a')] })).toBe(true);
});

it.each([
  ['account', 'connection-x', 'AccountConnected'],
  ['webhook', 'webhook-x', 'WebhookCreated'],
])('what is stored for an %s goes with its epoch', async (kind, stream, type) => {
  expect(await isNamed(`${kind}:x`, {})).toBe(false);
  expect(await isNamed(`${kind}:x`, { [stream]: [ofEpoch(type, 0)] })).toBe(false);
  expect(await isNamed(`${kind}:x`, { [stream]: [ofEpoch(type, 1)] })).toBe(true);
});

it('a subject of a kind nobody knows here is left alone', async () => {
  expect(await isNamed('visitor:x', {})).toBe(true);
  expect(await isNamed('x', {})).toBe(true);
});
