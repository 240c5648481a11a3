import { fold } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import {
  decideProfileChange,
  forgetOrganization,
  organization,
  recordErasure,
  decideOrganizationRegistration,
  type OrganizationState,
  type OrganizationFact,
  type OrganizationProfileChanged,
  type OrganizationRegistered,
} from './organizations/organization.stream';
import {
  createProject,
  forgetProject,
  project,
  decideEpochStart,
  type ProjectState,
  type ProjectCreated,
  type ProjectFact,
} from './projects/project.stream';
import { organizationSamples, projectSamples } from './testing';

const registered = organizationSamples[0] as OrganizationRegistered;
const created = projectSamples[0] as ProjectCreated;

describe('an organization', () => {
  it('is registered once', () => {
    expect(given(organization).when((state) => decideOrganizationRegistration(registered.data, state))).toEqual([registered]);
    expect(given(organization).twice((state) => decideOrganizationRegistration(registered.data, state))).toEqual([]);
    const { profileRef } = (organizationSamples.at(-1) as OrganizationProfileChanged).data;
    expect(fold(organization, organizationSamples)).toMatchObject({ kind: 'registered', ...registered.data, profileRef });
  });

  it('is forgotten once, and erased only then', () => {
    const [, , forgotten, erased] = organizationSamples;
    const [forgottenAt, erasedAt] = ['2026-01-07T09:00:00.000Z', '2026-01-07T09:01:00.000Z'];
    const known = given<OrganizationState, OrganizationFact>(organization, registered);
    expect(known.when((state) => recordErasure(erasedAt, state))).toEqual([]);
    expect(known.when((state) => forgetOrganization(forgottenAt, state))).toEqual([forgotten]);
    expect(known.twice((state) => forgetOrganization(forgottenAt, state))).toEqual([]);
    const ended = given<OrganizationState, OrganizationFact>(organization, registered, forgotten as OrganizationFact);
    expect(ended.when((state) => recordErasure(erasedAt, state))).toEqual([erased]);
    expect(ended.twice((state) => recordErasure(erasedAt, state))).toEqual([]);
    expect(() => forgetOrganization(forgottenAt, { kind: 'none' })).toThrow('not found');
  });
});

describe("an organization's profile", () => {
  const changed = organizationSamples[1] as OrganizationProfileChanged;

  it('is changed only from the one that was read', () => {
    const { profileRef } = registered.data;
    expect(given(organization, registered).when((state) => decideProfileChange(changed.data, profileRef, state))).toEqual([changed]);
    expect(() => given(organization, registered, changed).when((state) => decideProfileChange(changed.data, profileRef, state))).toThrow(
      'changed meanwhile',
    );
  });
});

describe('a project', () => {
  it('is created once, in epoch 0', () => {
    expect(given(project).when((state) => createProject(created.data, state))).toEqual([created]);
    expect(given<ProjectState, ProjectFact>(project, created).when((state) => createProject(created.data, state))).toEqual([]);
    expect(given<ProjectState, ProjectFact>(project, created).state).toMatchObject({ kind: 'created', epoch: 0, environment: 'sandbox' });
  });

  it('is raised to the epoch of a reset and never back', () => {
    expect(fold(project, projectSamples.slice(0, 2))).toMatchObject({ epoch: 1 });
    expect(
      fold(project, [...projectSamples.slice(0, 2), { type: 'SandboxReset', data: { epoch: 1, resetAt: '2026-01-07T09:00:00.000Z' } }]),
    ).toMatchObject({
      epoch: 1,
    });
  });

  it('is reset once by all who saw the same epoch', () => {
    const reset = { seenEpoch: 0, at: '2026-01-06T09:00:00.000Z' };
    const sandbox = given<ProjectState, ProjectFact>(project, created);
    expect(sandbox.when((state) => decideEpochStart(reset, state))).toEqual([
      { type: 'SandboxReset', data: { epoch: 1, resetAt: '2026-01-06T09:00:00.000Z' } },
    ]);
    expect(sandbox.twice((state) => decideEpochStart(reset, state))).toEqual([]);
    expect(
      given(project, ...projectSamples.slice(0, 2)).when((state) => decideEpochStart({ ...reset, seenEpoch: 1 }, state)),
    ).toMatchObject([{ type: 'SandboxReset', data: { epoch: 2 } }]);
  });

  it('ends two epochs when it is forgotten, and is not reset any more', () => {
    const at = '2026-01-07T09:00:00.000Z';
    const forget = (epochs: 1 | 2, ...facts: ProjectFact[]) =>
      given<ProjectState, ProjectFact>(project, ...facts).when((state) => forgetProject({ epochs, at }, state));
    const [, reset, forgotten] = projectSamples as readonly [ProjectFact, ProjectFact, ProjectFact];
    expect(forget(1)).toEqual([]);
    expect(forget(1, created, reset)).toEqual([forgotten]);
    expect(forget(1, created, reset, forgotten)).toEqual([]);
    expect(forget(2, created, reset, forgotten)).toEqual([{ type: 'ProjectForgotten', data: { epoch: 3, forgottenAt: at } }]);
    expect(() =>
      given<ProjectState, ProjectFact>(project, created, reset, forgotten).when((state) => decideEpochStart({ seenEpoch: 2, at }, state)),
    ).toThrow('Sandbox not found');
  });

  it('cannot be reset when it is absent or in production', () => {
    const reset = (...facts: ProjectFact[]) =>
      given<ProjectState, ProjectFact>(project, ...facts).when((state) => decideEpochStart({ seenEpoch: 0, at: '' }, state));
    expect(() => reset()).toThrow('Sandbox not found');
    expect(() => reset({ ...created, data: { ...created.data, environment: 'production' } })).toThrow('Sandbox not found');
  });
});
