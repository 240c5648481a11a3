import type { Streams, Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import { organizationStream } from '../organizations/organization.stream';
import { createProject, type Project } from './project.decider';
import { projectStream } from './project.stream';
import { sandboxProjectId } from './load-projects';

export interface SandboxProjectDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
}

/** Creates the organization's sandbox project, or gives the one that exists. Throws `NotFound` for an absent organization. */
export async function createSandboxProject(
  { streams }: SandboxProjectDeps,
  { organizationId, name }: { readonly organizationId: string; readonly name: string },
  origin: Origin,
): Promise<Project> {
  const projectId = sandboxProjectId(organizationId);
  const timezone = await loadTimezone({ streams }, organizationId);
  const created = { projectId, organizationId, environment: 'sandbox', name, timezone, createdAt: origin.occurredAt } as const;
  const sandboxOrigin = { ...origin, projectId, epoch: 0 };
  const { state } = await streams.decide(projectStream, projectId, sandboxOrigin, (current) => createProject(created, current));
  if (state.kind === 'none') throw new Error(`project ${projectId} is absent after it was created`);
  return state;
}

async function loadTimezone({ streams }: SandboxProjectDeps, organizationId: string): Promise<string> {
  const { state: organization } = await streams.load(organizationStream, organizationId);
  if (organization.kind === 'none') throw new NotFound('Organization');
  const { state: production } = await streams.load(projectStream, organization.productionProjectId);
  if (production.kind === 'none') throw new NotFound('Project');
  return production.timezone;
}
