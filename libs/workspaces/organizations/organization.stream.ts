import { type Fact, NotFound, Rejected, type Decider } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';

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

export type Organization = { readonly kind: 'registered' } & OrganizationRegistered['data'] & {
    /** When it was asked to be forgotten; absent: never. */
    readonly forgottenAt?: string;
    /** When all but its keys was erased; absent: it was not. */
    readonly erasedAt?: string;
  };

export type OrganizationState = { readonly kind: 'none' } | Organization;

function evolve(state: OrganizationState, fact: OrganizationFact): OrganizationState {
  if (fact.type === 'OrganizationRegistered') return { kind: 'registered', ...fact.data };
  if (state.kind === 'none') return state;
  switch (fact.type) {
    case 'OrganizationProfileChanged':
      return { ...state, profileRef: fact.data.profileRef };
    case 'OrganizationForgotten':
      return { ...state, forgottenAt: fact.data.forgottenAt };
    case 'OrganizationErased':
      return { ...state, erasedAt: fact.data.erasedAt };
  }
}

export const organization: Decider<OrganizationState, OrganizationFact> = { initial: { kind: 'none' }, evolve };

/** Silent when it is registered already. */
export function decideOrganizationRegistration(
  command: OrganizationRegistered['data'],
  state: OrganizationState,
): readonly OrganizationFact[] {
  return state.kind === 'registered' ? [] : [{ type: 'OrganizationRegistered', data: command }];
}

/** Throws `NotFound`, or `Rejected('conflict')` when the profile is no longer `replacedRef`. */
export function decideProfileChange(
  command: OrganizationProfileChanged['data'],
  replacedRef: string,
  state: OrganizationState,
): readonly OrganizationFact[] {
  if (state.kind === 'none') throw new NotFound('Organization');
  if (state.profileRef !== replacedRef) throw new Rejected('conflict', 'The profile was changed meanwhile');
  return [{ type: 'OrganizationProfileChanged', data: command }];
}

/** Silent when it is being forgotten already. Throws `NotFound`. */
export function forgetOrganization(at: string, state: OrganizationState): readonly OrganizationForgotten[] {
  if (state.kind === 'none') throw new NotFound('Organization');
  if (state.forgottenAt !== undefined) return [];
  const { organizationId, ownerUserId } = state;
  return [{ type: 'OrganizationForgotten', data: { organizationId, ownerUserId, forgottenAt: at } }];
}

/** Silent when that is recorded, and for an organization that nobody forgets. */
export function recordErasure(at: string, state: OrganizationState): readonly OrganizationErased[] {
  if (state.kind === 'none' || state.forgottenAt === undefined || state.erasedAt !== undefined) return [];
  return [{ type: 'OrganizationErased', data: { organizationId: state.organizationId, erasedAt: at } }];
}

/** `organization-<organizationId>`: an organization, its owner and its profile. */
export const organizationStream: StreamType<OrganizationState, OrganizationFact> = {
  category: 'organization',
  decider: organization,
  facts: { OrganizationRegistered: 1, OrganizationProfileChanged: 1, OrganizationForgotten: 1, OrganizationErased: 1 },
  snapshot: { version: 2, every: 200 },
};
