import type { Decider } from '@pps/kernel';
import type { CustomerFact, PaymentCustomerClaimed } from './customer.events';

export type CustomerState =
  { readonly kind: 'none' } | { readonly kind: 'claimed'; readonly organizationId: string; readonly projectId: string };

export const customer: Decider<CustomerState, CustomerFact> = {
  initial: { kind: 'none' },
  evolve: (state, { data: { organizationId, projectId } }) =>
    state.kind === 'none' ? { kind: 'claimed', organizationId, projectId } : state,
};

/** Silent when the customer is somebody already. */
export function claimCustomer(command: PaymentCustomerClaimed['data'], state: CustomerState): readonly CustomerFact[] {
  return state.kind === 'claimed' ? [] : [{ type: 'PaymentCustomerClaimed', data: command }];
}
