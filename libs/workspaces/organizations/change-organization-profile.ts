import { VAULT, type Vault } from '@pps/vault';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import { changeOrganizationProfile } from './organization.decider';
import type { OrganizationProfileChanged } from './organization.events';
import { organizationStream } from './organization.stream';
import { organizationSubject, type OrganizationProfile } from './organization-profile';

/**
 * Changes name and invoice data; a field that is absent stays as it is. `rename` is recorded with the change, and is not where nothing changes; whoever asks
 * appends it to the person then. Throws `NotFound`, or `Rejected('conflict')` when the profile changed meanwhile.
 */
export class ChangeOrganizationProfile extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly changes: Partial<OrganizationProfile>,
    readonly origin: Origin,
    readonly rename: OrganizationProfileChanged['data']['rename'] | null = null,
  ) {
    super();
  }
}

@CommandHandler(ChangeOrganizationProfile)
export class ChangeOrganizationProfileHandler implements ICommandHandler<ChangeOrganizationProfile> {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  async execute({ organizationId, changes, origin, rename }: ChangeOrganizationProfile): Promise<void> {
    const { state } = await this.runner.load(organizationStream, organizationId);
    const profile = state.kind === 'registered' ? await this.vault.get<OrganizationProfile>(state.profileRef) : null;
    if (state.kind === 'none' || !profile) throw new NotFound('Organization');
    const changed = { ...profile, ...changes };
    if (Object.keys(changes).every((name) => changed[name as keyof OrganizationProfile] === profile[name as keyof OrganizationProfile]))
      return;
    const profileRef = await this.vault.put(organizationSubject(organizationId), 'organization_profile', changed);
    const fact = { profileRef, changedAt: origin.occurredAt, ...(rename && { rename }) };
    await this.runner.run(organizationStream, organizationId, origin, (current) =>
      changeOrganizationProfile(fact, state.profileRef, current),
    );
  }
}
