import { fold } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { organization, registerOrganization } from './organization.decider';
import { createProject, project, type ProjectState } from './project.decider';
import { organizationSamples, projectSamples } from './testing';
import type { OrganizationRegistered } from './organization.events';
import type { ProjectCreated, ProjectFact } from './project.events';

const registered = organizationSamples[0] as OrganizationRegistered;
const created = projectSamples[0] as ProjectCreated;

describe('an organization', () => {
  it('is registered once', () => {
    expect(given(organization).when((state) => registerOrganization(registered.data, state))).toEqual([registered]);
    expect(given(organization).twice((state) => registerOrganization(registered.data, state))).toEqual([]);
    expect(fold(organization, organizationSamples)).toEqual({ kind: 'registered', ...registered.data });
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
});
