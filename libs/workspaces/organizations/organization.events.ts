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

/** The organization is being forgotten: its person and its projects have ended, and what was stored of them is being erased. */
export type OrganizationForgotten = Fact<
  'OrganizationForgotten',
  { readonly organizationId: string; readonly ownerUserId: string; readonly forgottenAt: string }
>;

/** Everything of the organization outside the log was erased but for its keys; the read models purge what the erasing wrote. */
export type OrganizationErased = Fact<'OrganizationErased', { readonly organizationId: string; readonly erasedAt: string }>;

export type OrganizationFact = OrganizationRegistered | OrganizationProfileChanged | OrganizationForgotten | OrganizationErased;
