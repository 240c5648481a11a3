import type { Streams, Origin } from '@pps/event-store';
import type { Vault } from '@pps/vault';
import { decideOrganizationRegistration } from './organizations/organization.decider';
import { organizationStream } from './organizations/organization.stream';
import { organizationSubject, type OrganizationProfile } from './organizations/organization-profile';
import { createProject } from './projects/project.decider';
import { projectStream } from './projects/project.stream';

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
