import type { Streams, Origin } from '@pps/event-store';
import { forgetUser } from '@pps/identity';
import { userStream } from '@pps/identity/events';
import { NotFound } from '@pps/kernel';
import { forgetOrganization, forgetProject, sandboxProjectId } from '@pps/workspaces';
import { organizationStream, projectStream, type Organization } from '@pps/workspaces/events';

type ForgettingStreams = Pick<Streams, 'load' | 'decide'>;

/**
 * Ends a workspace and its person for good. When this returns no credential works, and nothing of the workspace is fired, imported, delivered or mailed any
 * more, nor published but by an attempt that is right before its call (`awaitLastCalls`); what is stored of it is erased behind (`eraseForgotten`). A repeat finishes what an interrupted call left. Throws `NotFound`.
 */
export async function forgetWorkspace(streams: ForgettingStreams, organizationId: string, origin: Origin): Promise<void> {
  const ofOrganization = { ...origin, organizationId };
  const { state } = await streams.decide(organizationStream, organizationId, ofOrganization, (known) =>
    forgetOrganization(origin.occurredAt, known),
  );
  if (state.kind === 'none') throw new NotFound('Organization');
  await forgetUser(streams, state.ownerUserId, ofOrganization);
  await endProjects(streams, state, 1, ofOrganization);
}

/** The organization of a workspace's id or of its person's; null where there is neither. */
export async function findOrganization(streams: Pick<Streams, 'load'>, id: string): Promise<Organization | null> {
  const { state: user } = await streams.load(userStream, id);
  const { state } = await streams.load(organizationStream, user.kind === 'none' ? id : user.organizationId);
  return state.kind === 'none' ? null : state;
}

/** The organization's projects, the sandbox too where it has none: what is done to a project that is absent is silent. */
export const projectIdsOf = ({ organizationId, productionProjectId }: Organization): readonly string[] => [
  productionProjectId,
  sandboxProjectId(organizationId),
];

/** Ends the present epoch of each project, until forgetting has ended `epochs` of them. */
export async function endProjects(streams: ForgettingStreams, organization: Organization, epochs: 1 | 2, origin: Origin): Promise<void> {
  for (const projectId of projectIdsOf(organization)) {
    const { state } = await streams.load(projectStream, projectId);
    if (state.kind === 'none') continue;
    // The fact belongs to the epoch that it starts.
    const ofProject = { ...origin, projectId, epoch: state.epoch + 1 };
    await streams.decide(projectStream, projectId, ofProject, (known) => forgetProject({ epochs, at: origin.occurredAt }, known));
  }
}
