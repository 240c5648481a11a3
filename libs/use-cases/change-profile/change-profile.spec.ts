import { Streams, streamName } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import type { Principal } from '@pps/identity';
import { userStream } from '@pps/identity/events';
import { userSamples } from '@pps/identity/testing';
import { newId, NotFound, Rejected } from '@pps/kernel';
import { organizationStream, type OrganizationRegistered } from '@pps/workspaces/events';
import { organizationSamples } from '@pps/workspaces/testing';
import { changeProfile } from './change-profile';
import { unfinishedRenames } from './unfinished-renames.process';

const store = openInMemoryEventStore();
const streams = new Streams(store);
afterAll(() => store.close());

const clock = () => new Date('2026-11-20T10:00:05.000Z');
const both = { fullName: 'Ada Lovelace', organization: { tax_id: 'GB 1' } };

/** A caller with a workspace, and whatever of the two is registered. */
async function caller(registered: { readonly user: boolean; readonly organization: boolean }): Promise<Principal> {
  const [userId, organizationId, projectId] = [newId(), newId(), newId()];
  const [user] = userSamples;
  const { data } = organizationSamples[0] as OrganizationRegistered;
  if (user && registered.user) await streams.decide(userStream, userId, someone, () => [user]);
  if (registered.organization) {
    await streams.decide(organizationStream, organizationId, someone, () => [
      { type: 'OrganizationRegistered', data: { ...data, organizationId } } as const,
    ]);
  }
  const ids = { userId, organizationId, projectId, epoch: 0, asOf: await store.head() };
  return { kind: 'session', environment: 'production', scopes: ['write'], accountIds: null, ...ids };
}

const profileRefOf = async ({ userId }: Principal): Promise<string> => {
  const { state } = await streams.load(userStream, userId);
  if (state.kind !== 'registered') throw new NotFound('User');
  return state.profileRef;
};

/** What a change is given: those that append refuse as told, one after the other; what they did is in `done`. */
function refusing(...refusals: readonly (Error | null)[]) {
  const done: string[] = [];
  const left = [...refusals];
  const refuse = (): void => {
    const refusal = left.shift();
    if (refusal) throw refusal;
  };
  const decide: Streams['decide'] = async (...work) => {
    refuse();
    const outcome = await streams.decide(...work);
    done.push(...outcome.facts.map(({ type }) => type));
    return outcome;
  };
  // The vault holds the person's profile and the organization's.
  const stored = { full_name: 'Ada', email: 'ada@example.com', workspace_name: 'Works', tax_id: 'GB 0' };
  const vault = { get: async () => stored as never, put: async () => newId() };
  return { done, deps: { streams: { load: streams.load.bind(streams), decide }, vault, clock } };
}

/** What the orchestrator makes of the organization's facts, each of them seen twice. */
async function finish({ organizationId }: Principal): Promise<void> {
  const process = unfinishedRenames({ streams, clock });
  const facts = await store.read(streamName(organizationStream, organizationId));
  for (const fact of [...facts, ...facts]) if (process.handles.includes(fact.type)) await process.react([fact], null);
}

const conflict = new Rejected('conflict', 'The profile was changed meanwhile');

it.each([
  ['person', { user: false, organization: true }],
  ['organization', { user: true, organization: false }],
])('does nothing at all where there is no %s', async (_, registered) => {
  const { done, deps } = refusing();
  await expect(changeProfile(deps, await caller(registered), both)).rejects.toThrow(NotFound);
  expect(done).toEqual([]);
});

it.each([
  ['first', [conflict, null, null]],
  ['second', [null, conflict, conflict, null]],
])('puts its changes on top of those that another caller made before the %s', async (_, refusals) => {
  const { done, deps } = refusing(...refusals);
  await changeProfile(deps, await caller({ user: true, organization: true }), both);
  expect(done).toEqual(['OrganizationProfileChanged', 'UserRenamed']);
});

it('is whole though its process ends between the two appends, once, and leaves a name alone that was chosen since', async () => {
  const person = await caller({ user: true, organization: true });
  const before = await profileRefOf(person);
  const { deps } = refusing(null, new Error('away'));
  await expect(changeProfile(deps, person, both)).rejects.toThrow('away');
  expect(await profileRefOf(person)).toBe(before);
  await finish(person);
  const finished = await profileRefOf(person);
  expect(finished).not.toBe(before);
  await changeProfile(refusing().deps, person, { fullName: 'Ada King', organization: {} });
  const since = await profileRefOf(person);
  await finish(person);
  expect([since === finished, await profileRefOf(person)]).toEqual([false, since]);
  expect(await store.read(streamName(userStream, person.userId))).toHaveLength(3);
});

it('is nothing to finish where nothing crashed', async () => {
  const person = await caller({ user: true, organization: true });
  await changeProfile(refusing().deps, person, both);
  await finish(person);
  expect(await store.read(streamName(userStream, person.userId))).toHaveLength(2);
});

it('gives up on a profile that others change without end', async () => {
  const { deps } = refusing(...Array.from({ length: 100 }, () => conflict));
  const person = await caller({ user: true, organization: true });
  await expect(changeProfile(deps, person, both)).rejects.toThrow(conflict);
});

it.each([
  ['name', { fullName: '', organization: {} }, ['UserRenamed']],
  ['organization', { fullName: undefined, organization: { tax_id: null } }, ['OrganizationProfileChanged']],
  ['neither', { fullName: undefined, organization: {} }, []],
])('asks nothing of what stays as it is: %s', async (_, changes, facts) => {
  const { done, deps } = refusing();
  await changeProfile(deps, await caller({ user: true, organization: true }), changes);
  expect(done).toEqual(facts);
});
