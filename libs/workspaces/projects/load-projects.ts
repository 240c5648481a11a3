import type { LiveStates } from '@pps/event-store';
import { derivedId } from '@pps/kernel';
import type { Organization } from '../organizations/organization.stream';
import { type Project, projectStream } from './project.stream';

/** An organization has at most one sandbox, so its id can be derived. */
export const sandboxProjectId = (organizationId: string): string => derivedId('sandbox-project', organizationId);

/** The organization's projects as of `head`, production first. */
export async function loadProjects(
  live: LiveStates,
  organization: Pick<Organization, 'organizationId' | 'productionProjectId'>,
  head: bigint,
): Promise<readonly Project[]> {
  const ids = [organization.productionProjectId, sandboxProjectId(organization.organizationId)];
  const known = await Promise.all(ids.map((id) => live.get(projectStream, id, head)));
  return known.flatMap(({ state }) => (state.kind === 'created' ? [state] : []));
}

export interface EpochOfProject {
  readonly projectId: string;
  readonly epoch: number;
}

/** Port: whether a project is in this sandbox epoch, as of now. */
export type PresentEpoch = (project: EpochOfProject) => Promise<boolean>;

/** Whether the project exists and is in this sandbox epoch, as of `head` or of this call. What belongs to an earlier epoch is obsolete. */
export async function isPresentEpoch(live: LiveStates, { projectId, epoch }: EpochOfProject, head?: bigint): Promise<boolean> {
  const { state } = await live.get(projectStream, projectId, head);
  return state.kind === 'created' && state.epoch === epoch;
}
