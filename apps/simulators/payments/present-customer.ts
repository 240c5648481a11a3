import type { PaymentState } from './payment-state';
import type { CustomerRow } from './stripe-objects.state';

/** A customer that was not deleted. */
export function presentCustomer(state: PaymentState, id: string): CustomerRow | undefined {
  const row = state.customers.get(id);
  return row?.isDeleted ? undefined : row;
}
