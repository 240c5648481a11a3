import type { Decider } from '@pps/kernel';
import type { OrganizationFact, OrganizationRegistered } from './organization.events';

export type Organization = { readonly kind: 'registered' } & OrganizationRegistered['data'];

export type OrganizationState = { readonly kind: 'none' } | Organization;

export const organization: Decider<OrganizationState, OrganizationFact> = { initial: { kind: 'none' }, evolve };

/** Silent when it is registered already. */
export function registerOrganization(command: OrganizationRegistered['data'], state: OrganizationState): readonly OrganizationFact[] {
  return state.kind === 'registered' ? [] : [{ type: 'OrganizationRegistered', data: command }];
}

function evolve(_: OrganizationState, fact: OrganizationFact): OrganizationState {
  return { kind: 'registered', ...fact.data };
}
