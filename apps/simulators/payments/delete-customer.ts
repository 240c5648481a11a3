import { cancelWithCredit } from './cancel-with-credit';
import type { PaymentState } from './payment-state';
import { presentCustomer } from './present-customer';
import { customerObject } from './stripe-objects.state';
import { isEndedRow } from './subscription-life.policy';

/** Deletes a customer, which ends the subscriptions at once, without credit, as at Stripe; their events are sent in the background. */
export async function deleteCustomer(state: PaymentState, id: string): Promise<void> {
  const going = [...state.subscriptions.rows()].filter((row) => row.customer === id && !isEndedRow(row));
  const events = going.map((row) => state.take(cancelWithCredit(state, row, false)));
  const customer = presentCustomer(state, id);
  if (customer) {
    state.customers.put(id, { ...customer, isDeleted: true });
    events.push(state.report('customer.deleted', customerObject(customer)));
  }
  void state.deliver(events);
  await state.flushed();
}
