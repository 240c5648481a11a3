import { NotFound, Rejected, type Decider } from '@pps/kernel';
import type {
  OrganizationErased,
  OrganizationFact,
  OrganizationForgotten,
  OrganizationProfileChanged,
  OrganizationRegistered,
} from './organization.events';

export type Organization = { readonly kind: 'registered' } & OrganizationRegistered['data'] & {
    /** When it was asked to be forgotten; absent: never. */
    readonly forgottenAt?: string;
    /** When all but its keys was erased; absent: it was not. */
    readonly erasedAt?: string;
  };

export type OrganizationState = { readonly kind: 'none' } | Organization;

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
