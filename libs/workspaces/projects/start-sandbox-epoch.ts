import type { Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import type { SandboxProjectDeps } from './create-sandbox-project';
import { decideEpochStart, type Project } from './project.decider';
import { projectStream } from './project.stream';
import { sandboxProjectId } from './load-projects';

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
