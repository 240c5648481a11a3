import type { LiveStates } from '@pps/event-store';
import { derivedId } from '@pps/kernel';
import type { Organization } from '../organizations/organization.decider';
import type { Project } from './project.decider';
import { projectStream } from './project.stream';

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
