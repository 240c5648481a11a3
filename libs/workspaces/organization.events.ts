import type { Fact } from '@pps/kernel';

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

export type OrganizationFact = OrganizationRegistered;
