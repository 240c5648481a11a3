import { Streams, type EventStore, type RecordedFact } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { apiKeyStream, userStream, type ApiKeyFact, type UserRegistered } from '@pps/identity/events';
import { madeKey, userSamples } from '@pps/identity/testing';
import { organizationStream } from '@pps/workspaces/events';
import { organizationSamples } from '@pps/workspaces/testing';
import { prepareDueMail } from '../outbox/prepare-due-mail';
import { keyExpiringMails } from './owner-alerts.process';

const { data: registered } = userSamples[0] as UserRegistered;
const { userId } = registered;
const organizationId = '0197a000-0000-7000-8000-0000000000aa';
const key = madeKey({ organizationId, expiresAt: '2026-04-05T09:00:00.000Z' });
const announcedAt = '2026-03-22T09:00:00.000Z';

let store: EventStore;
let streams: Streams;

const say = (...facts: ApiKeyFact[]) => streams.decide(apiKeyStream, key.keyId, someone, () => facts);

beforeEach(async () => {
  store = openInMemoryEventStore();
  streams = new Streams(store);
  const [founded] = organizationSamples;
  if (founded?.type !== 'OrganizationRegistered') throw new Error('no sample');
  const organization = { ...founded.data, organizationId, ownerUserId: userId };
  await streams.decide(userStream, userId, someone, () => [{ type: 'UserRegistered', data: registered } as const]);
  await streams.decide(organizationStream, organizationId, someone, () => [
    { type: 'OrganizationRegistered', data: organization } as const,
  ]);
  await say({ type: 'ApiKeyCreated', data: key });
  await say({ type: 'ApiKeyExpiring', data: { keyId: key.keyId, expiresAt: key.expiresAt ?? '', at: announcedAt } });
});
afterEach(() => store.close());

/** What the owner is mailed at that moment, the announcement seen twice. */
async function mailedAt(at: string) {
  const clock = () => new Date(at);
  const process = keyExpiringMails({ streams, clock });
  const facts = (await store.read(`apikey-${key.keyId}`)).filter(({ type }) => type === 'ApiKeyExpiring');
  for (const fact of [...facts, ...facts]) await process.react([fact as RecordedFact<never>], null);
  const { state: user } = await streams.load(userStream, userId);
  if (user.kind !== 'registered') throw new Error('nobody is registered');
  const vault = { get: async () => ({ email: 'owner@example.com' }) } as never;
  const urls = { appUrl: 'https://app.example', publicUrl: 'https://api.example', hashKey: Buffer.alloc(32) };
  const mails = await Promise.all(user.alerts.map(({ requestId }) => prepareDueMail({ streams, vault, clock, ...urls }, user, requestId)));
  return mails.filter((mail) => mail !== null);
}

test('the owner is told once that a key ends soon, by how it begins and until when it works', async () => {
  const mails = await mailedAt(announcedAt);
  expect(mails).toMatchObject([{ to: 'owner@example.com', subject: 'An API key ends soon' }]);
  expect(mails[0]?.text).toContain('begins with pps_live_a1B2 works until 2026-04-05 09:00 UTC');
  expect(mails[0]?.text).not.toContain(key.name);
});

test('nobody is told of a key that was revoked meanwhile', async () => {
  await say({ type: 'ApiKeyRevoked', data: { keyId: key.keyId, revokedAt: announcedAt } });
  expect(await mailedAt(announcedAt)).toEqual([]);
});
