import type { Fact, Decider } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';

/** This customer of the payment provider is the organization; the first claim stays. */
export type PaymentCustomerClaimed = Fact<
  'PaymentCustomerClaimed',
  { readonly organizationId: string; readonly projectId: string; readonly claimedAt: string }
>;

export type CustomerFact = PaymentCustomerClaimed;

type CustomerState = { readonly kind: 'none' } | { readonly kind: 'claimed'; readonly organizationId: string; readonly projectId: string };

export const customer: Decider<CustomerState, CustomerFact> = {
  initial: { kind: 'none' },
  evolve: (state, { data: { organizationId, projectId } }) =>
    state.kind === 'none' ? { kind: 'claimed', organizationId, projectId } : state,
};

/** Silent when the customer is somebody already. */
export function claimCustomer(command: PaymentCustomerClaimed['data'], state: CustomerState): readonly CustomerFact[] {
  return state.kind === 'claimed' ? [] : [{ type: 'PaymentCustomerClaimed', data: command }];
}

/** `payment_customer-<customerId>`: which organization a customer of the payment provider is. */
export const customerStream: StreamType<CustomerState, CustomerFact> = {
  category: 'payment_customer',
  decider: customer,
  facts: { PaymentCustomerClaimed: 1 },
};

/** Whether the provider can have given this id: letters, digits and `_`, at most 255. */
export const isCustomerId = (text: unknown): text is string => typeof text === 'string' && /^[A-Za-z0-9_]{1,255}$/.test(text);
