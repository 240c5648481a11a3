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
    /** Present when the person who changed it goes by another name with the same request: both become true with this fact. */
    readonly rename?: {
      readonly userId: string;
      /** In the vault: `UserProfile`, with the new name. */
      readonly profileRef: string;
      /** In the vault: the `UserProfile` that it replaces. */
      readonly replacedRef: string;
    };
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
