import type { CommandRunner, Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import { organizationStream } from '../organizations/organization.stream';
import { createProject, type Project } from './project.decider';
import { projectStream } from './project.stream';
import { sandboxProjectId } from './load-projects';

export interface SandboxProjectDeps {
  readonly runner: Pick<CommandRunner, 'run' | 'load'>;
}

/** Creates the organization's sandbox project, or gives the one that exists. Throws `NotFound` for an absent organization. */
export async function createSandboxProject(
  { runner }: SandboxProjectDeps,
  { organizationId, name }: { readonly organizationId: string; readonly name: string },
  origin: Origin,
): Promise<Project> {
  const projectId = sandboxProjectId(organizationId);
  const timezone = await loadTimezone({ runner }, organizationId);
  const created = { projectId, organizationId, environment: 'sandbox', name, timezone, createdAt: origin.occurredAt } as const;
  const sandboxOrigin = { ...origin, projectId, epoch: 0 };
  const { state } = await runner.run(projectStream, projectId, sandboxOrigin, (current) => createProject(created, current));
  if (state.kind === 'none') throw new Error(`project ${projectId} is absent after it was created`);
  return state;
}

async function loadTimezone({ runner }: SandboxProjectDeps, organizationId: string): Promise<string> {
  const { state: organization } = await runner.load(organizationStream, organizationId);
  if (organization.kind === 'none') throw new NotFound('Organization');
  const { state: production } = await runner.load(projectStream, organization.productionProjectId);
  if (production.kind === 'none') throw new NotFound('Project');
  return production.timezone;
}
