import type { Streams, Origin } from '@pps/event-store';
import type { Vault } from '@pps/vault';
import { decideOrganizationRegistration, organizationStream } from './organization.stream';
import { organizationSubject, type OrganizationProfile } from './organization-profile';
import { createProject, projectStream } from '../projects/project.stream';

export interface RegisterOrganizationDeps {
  readonly streams: Pick<Streams, 'decide'>;
  readonly vault: Pick<Vault, 'put'>;
}

export interface NewWorkspace {
  readonly organizationId: string;
  readonly ownerUserId: string;
  readonly projectId: string;
  readonly profile: OrganizationProfile;
  readonly timezone: string;
  readonly at: string;
}

/** Registers an organization with its production project. */
export async function registerOrganization(
  { streams, vault }: RegisterOrganizationDeps,
  { organizationId, ownerUserId, projectId, profile, timezone, at }: NewWorkspace,
  origin: Origin,
): Promise<void> {
  const profileRef = await vault.put(organizationSubject(organizationId), 'organization_profile', profile);
  const registered = { organizationId, ownerUserId, profileRef, productionProjectId: projectId, registeredAt: at };
  const created = { projectId, organizationId, environment: 'production', name: 'Production', timezone, createdAt: at } as const;
  const fresh = { fresh: true };
  await Promise.all([
    streams.decide(organizationStream, organizationId, origin, (state) => decideOrganizationRegistration(registered, state), fresh),
    streams.decide(projectStream, projectId, origin, (state) => createProject(created, state), fresh),
  ]);
}

export interface RegisteredOrganizationDeps {
  readonly streams: Streams;
  readonly isRegisteredUser: (userId: string) => Promise<boolean>;
}

/** Whether the organization's registration was completed: when its owner's was interrupted, the organization belongs to nobody. */
export async function isRegisteredOrganization(
  { streams, isRegisteredUser }: RegisteredOrganizationDeps,
  organizationId: string,
): Promise<boolean> {
  const { state } = await streams.load(organizationStream, organizationId);
  return state.kind === 'registered' && isRegisteredUser(state.ownerUserId);
}
