import type { Fact } from '@pps/kernel';

/** An organization was registered, together with its first user and its production project. */
export type OrganizationRegistered = Fact<
  'OrganizationRegistered',
  {
    readonly organizationId: string;
    readonly ownerUserId: string;
    /** In the vault: `OrganizationProfile`. */
    readonly profileRef: string;
    readonly productionProjectId: string;
    readonly registeredAt: string;
  }
>;

/** Name or invoice data of the organization changed. */
export type OrganizationProfileChanged = Fact<
  'OrganizationProfileChanged',
  {
    /** In the vault: `OrganizationProfile`. */
    readonly profileRef: string;
    readonly changedAt: string;
  }
>;

export type OrganizationFact = OrganizationRegistered | OrganizationProfileChanged;
