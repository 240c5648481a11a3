import { fold } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { changeOrganizationProfile, organization, registerOrganization } from './organizations/organization.decider';
import { createProject, project, startSandboxEpoch, type ProjectState } from './projects/project.decider';
import { organizationSamples, projectSamples } from './testing';
import type { OrganizationProfileChanged, OrganizationRegistered } from './organizations/organization.events';
import type { ProjectCreated, ProjectFact } from './projects/project.events';

const registered = organizationSamples[0] as OrganizationRegistered;
const created = projectSamples[0] as ProjectCreated;

describe('an organization', () => {
  it('is registered once', () => {
    expect(given(organization).when((state) => registerOrganization(registered.data, state))).toEqual([registered]);
    expect(given(organization).twice((state) => registerOrganization(registered.data, state))).toEqual([]);
    const { profileRef } = (organizationSamples[1] as OrganizationProfileChanged).data;
    expect(fold(organization, organizationSamples)).toEqual({ kind: 'registered', ...registered.data, profileRef });
  });
});

describe("an organization's profile", () => {
  const changed = organizationSamples[1] as OrganizationProfileChanged;

  it('is changed only from the one that was read', () => {
    const { profileRef } = registered.data;
    expect(given(organization, registered).when((state) => changeOrganizationProfile(changed.data, profileRef, state))).toEqual([changed]);
    expect(() =>
      given(organization, registered, changed).when((state) => changeOrganizationProfile(changed.data, profileRef, state)),
    ).toThrow('changed meanwhile');
  });
});

describe('a project', () => {
  it('is created once, in epoch 0', () => {
    expect(given(project).when((state) => createProject(created.data, state))).toEqual([created]);
    expect(given<ProjectState, ProjectFact>(project, created).when((state) => createProject(created.data, state))).toEqual([]);
    expect(given<ProjectState, ProjectFact>(project, created).state).toMatchObject({ kind: 'created', epoch: 0, environment: 'sandbox' });
  });

  it('is raised to the epoch of a reset and never back', () => {
    expect(fold(project, projectSamples)).toMatchObject({ epoch: 1 });
    expect(
      fold(project, [...projectSamples, { type: 'SandboxReset', data: { epoch: 1, resetAt: '2026-01-07T09:00:00.000Z' } }]),
    ).toMatchObject({
      epoch: 1,
    });
  });

  it('is reset once by all who saw the same epoch', () => {
    const reset = { seenEpoch: 0, at: '2026-01-06T09:00:00.000Z' };
    const sandbox = given<ProjectState, ProjectFact>(project, created);
    expect(sandbox.when((state) => startSandboxEpoch(reset, state))).toEqual([
      { type: 'SandboxReset', data: { epoch: 1, resetAt: '2026-01-06T09:00:00.000Z' } },
    ]);
    expect(sandbox.twice((state) => startSandboxEpoch(reset, state))).toEqual([]);
    expect(given(project, ...projectSamples).when((state) => startSandboxEpoch({ ...reset, seenEpoch: 1 }, state))).toMatchObject([
      { type: 'SandboxReset', data: { epoch: 2 } },
    ]);
  });

  it('cannot be reset when it is absent or in production', () => {
    const reset = (...facts: ProjectFact[]) =>
      given<ProjectState, ProjectFact>(project, ...facts).when((state) => startSandboxEpoch({ seenEpoch: 0, at: '' }, state));
    expect(() => reset()).toThrow('Sandbox not found');
    expect(() => reset({ ...created, data: { ...created.data, environment: 'production' } })).toThrow('Sandbox not found');
  });
});
