import type { Streams, Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import { organizationStream } from '../organizations/organization.stream';
import { createProject, type Project, projectStream, decideEpochStart } from './project.stream';
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

/**
 * Starts a new epoch of the organization's sandbox by one fact, which makes everything of the earlier epochs obsolete. Of several resets
 * with the same `seenEpoch` only one has an effect; null stands for the present epoch. Throws `NotFound` without a sandbox.
 */
export async function startSandboxEpoch(
  { streams }: SandboxProjectDeps,
  { organizationId, seenEpoch }: { readonly organizationId: string; readonly seenEpoch: number | null },
  origin: Origin,
): Promise<Project> {
  const projectId = sandboxProjectId(organizationId);
  const { state: present } = await streams.load(projectStream, projectId);
  if (present.kind === 'none') throw new NotFound('Sandbox', 'Create one with POST /v1/projects/sandbox.');
  const seen = seenEpoch ?? present.epoch;
  // The fact belongs to the epoch that it starts.
  const sandboxOrigin = { ...origin, projectId, epoch: seen + 1 };
  const start = { seenEpoch: seen, at: origin.occurredAt };
  const { state } = await streams.decide(projectStream, projectId, sandboxOrigin, (current) => decideEpochStart(start, current));
  if (state.kind === 'none') throw new NotFound('Sandbox', 'Create one with POST /v1/projects/sandbox.');
  return state;
}
