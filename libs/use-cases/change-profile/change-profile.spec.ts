import { CommandRunner } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { RenameUser, type Principal } from '@pps/identity';
import { userStream } from '@pps/identity/events';
import { userSamples } from '@pps/identity/testing';
import { newId, NotFound, Rejected } from '@pps/kernel';
import { organizationStream, type OrganizationRegistered } from '@pps/workspaces/events';
import { organizationSamples } from '@pps/workspaces/testing';
import { changeProfile } from './change-profile';

const store = openInMemoryEventStore();
const runner = new CommandRunner(store);
afterAll(() => store.close());

const clock = () => new Date('2026-11-20T10:00:05.000Z');
const both = { fullName: 'Ada Lovelace', organization: { tax_id: 'GB 1' } };

/** A caller with a workspace, and whatever of the two is registered. */
async function caller(registered: { readonly user: boolean; readonly organization: boolean }): Promise<Principal> {
  const [userId, organizationId, projectId] = [newId(), newId(), newId()];
  const [user] = userSamples;
  const { data } = organizationSamples[0] as OrganizationRegistered;
  if (user && registered.user) await runner.run(userStream, userId, someone, () => [user]);
  if (registered.organization) {
    await runner.run(organizationStream, organizationId, someone, () => [
      { type: 'OrganizationRegistered', data: { ...data, organizationId } } as const,
    ]);
  }
  const ids = { userId, organizationId, projectId, epoch: 0, asOf: await store.head() };
  return { kind: 'session', environment: 'production', scopes: ['write'], accountIds: null, ...ids };
}

/** Commands that refuse as told, one after the other; what was done is in `done`. */
function commandsRefusing(...refusals: readonly (Error | null)[]) {
  const done: string[] = [];
  const left = [...refusals];
  const execute = async (command: object) => {
    const refusal = left.shift();
    if (refusal) throw refusal;
    done.push(command.constructor.name);
  };
  return { done, commands: { execute: execute as never } };
}

const conflict = new Rejected('conflict', 'The profile was changed meanwhile');

it.each([
  ['person', { user: false, organization: true }],
  ['organization', { user: true, organization: false }],
])('does nothing at all where there is no %s', async (_, registered) => {
  const { done, commands } = commandsRefusing();
  await expect(changeProfile({ commands, runner, clock }, await caller(registered), both)).rejects.toThrow(NotFound);
  expect(done).toEqual([]);
});

it.each([
  ['first', [conflict, null, null]],
  ['second', [null, conflict, conflict, null]],
])('puts its changes on top of those that another caller made before the %s', async (_, refusals) => {
  const { done, commands } = commandsRefusing(...refusals);
  await changeProfile({ commands, runner, clock }, await caller({ user: true, organization: true }), both);
  expect(done).toEqual(['ChangeOrganizationProfile', 'RenameUser']);
});

it('passes an outage on, and does what is missing when it is asked again', async () => {
  const { done, commands } = commandsRefusing(null, new Error('away'));
  const person = await caller({ user: true, organization: true });
  await expect(changeProfile({ commands, runner, clock }, person, both)).rejects.toThrow('away');
  await changeProfile({ commands, runner, clock }, person, both);
  expect(done).toEqual(['ChangeOrganizationProfile', 'ChangeOrganizationProfile', 'RenameUser']);
});

it('gives up on a profile that others change without end', async () => {
  const { commands } = commandsRefusing(...Array.from({ length: 100 }, () => conflict));
  const person = await caller({ user: true, organization: true });
  await expect(changeProfile({ commands, runner, clock }, person, both)).rejects.toThrow(conflict);
});

it.each([
  ['name', { fullName: '', organization: {} }, [RenameUser.name]],
  ['organization', { fullName: undefined, organization: { tax_id: null } }, ['ChangeOrganizationProfile']],
  ['neither', { fullName: undefined, organization: {} }, []],
])('asks nothing of what stays as it is: %s', async (_, changes, commandsDone) => {
  const { done, commands } = commandsRefusing();
  await changeProfile({ commands, runner, clock }, await caller({ user: true, organization: true }), changes);
  expect(done).toEqual(commandsDone);
});
