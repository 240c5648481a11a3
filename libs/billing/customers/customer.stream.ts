import type { StreamType } from '@pps/event-store';
import { customer, type CustomerState } from './customer.decider';
import type { CustomerFact } from './customer.events';

/** `payment_customer-<customerId>`: which organization a customer of the payment provider is. */
export const customerStream: StreamType<CustomerState, CustomerFact> = {
  category: 'payment_customer',
  decider: customer,
  facts: { PaymentCustomerClaimed: 1 },
};

/** Whether the provider can have given this id: letters, digits and `_`, at most 255. */
export const isCustomerId = (text: unknown): text is string => typeof text === 'string' && /^[A-Za-z0-9_]{1,255}$/.test(text);
