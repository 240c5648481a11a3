import { VAULT, type Vault } from '@pps/vault';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { registerOrganization } from './organizations/organization.decider';
import { organizationStream } from './organizations/organization.stream';
import { organizationSubject, type OrganizationProfile } from './organizations/organization-profile';
import { createProject } from './projects/project.decider';
import { projectStream } from './projects/project.stream';

export interface NewWorkspace {
  readonly organizationId: string;
  readonly ownerUserId: string;
  readonly projectId: string;
  readonly profile: OrganizationProfile;
  readonly timezone: string;
  readonly at: string;
}

/** Registers an organization with its production project. */
export class RegisterOrganization extends Command<void> {
  constructor(
    readonly workspace: NewWorkspace,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(RegisterOrganization)
export class RegisterOrganizationHandler implements ICommandHandler<RegisterOrganization> {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  async execute({ workspace, origin }: RegisterOrganization): Promise<void> {
    const { organizationId, ownerUserId, projectId, profile, timezone, at } = workspace;
    const profileRef = await this.vault.put(organizationSubject(organizationId), 'organization_profile', profile);
    const registered = { organizationId, ownerUserId, profileRef, productionProjectId: projectId, registeredAt: at };
    const created = { projectId, organizationId, environment: 'production', name: 'Production', timezone, createdAt: at } as const;
    const fresh = { fresh: true };
    await Promise.all([
      this.runner.run(organizationStream, organizationId, origin, (state) => registerOrganization(registered, state), fresh),
      this.runner.run(projectStream, projectId, origin, (state) => createProject(created, state), fresh),
    ]);
  }
}
