import { NotFound, Rejected, type Decider } from '@pps/kernel';
import type { OrganizationFact, OrganizationProfileChanged, OrganizationRegistered } from './organization.events';

export type Organization = { readonly kind: 'registered' } & OrganizationRegistered['data'];

export type OrganizationState = { readonly kind: 'none' } | Organization;

export const organization: Decider<OrganizationState, OrganizationFact> = { initial: { kind: 'none' }, evolve };

/** Silent when it is registered already. */
export function registerOrganization(command: OrganizationRegistered['data'], state: OrganizationState): readonly OrganizationFact[] {
  return state.kind === 'registered' ? [] : [{ type: 'OrganizationRegistered', data: command }];
}

/** Throws `NotFound`, or `Rejected('conflict')` when the profile is no longer `replacedRef`. */
export function changeOrganizationProfile(
  command: OrganizationProfileChanged['data'],
  replacedRef: string,
  state: OrganizationState,
): readonly OrganizationFact[] {
  if (state.kind === 'none') throw new NotFound('Organization');
  if (state.profileRef !== replacedRef) throw new Rejected('conflict', 'The profile was changed meanwhile');
  return [{ type: 'OrganizationProfileChanged', data: command }];
}

function evolve(state: OrganizationState, fact: OrganizationFact): OrganizationState {
  if (fact.type === 'OrganizationRegistered') return { kind: 'registered', ...fact.data };
  return state.kind === 'registered' ? { ...state, profileRef: fact.data.profileRef } : state;
}
