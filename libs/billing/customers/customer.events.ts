import type { Fact } from '@pps/kernel';

/** This customer of the payment provider is the organization; the first claim stays. */
export type PaymentCustomerClaimed = Fact<
  'PaymentCustomerClaimed',
  { readonly organizationId: string; readonly projectId: string; readonly claimedAt: string }
>;

export type CustomerFact = PaymentCustomerClaimed;
