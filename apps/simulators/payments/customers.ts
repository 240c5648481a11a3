import type { PaymentState } from './payment-state';
import { customerObject, type CustomerRow } from './stripe-objects.state';
import { isEndedRow, cancelNow, type LifeStep, type SubscriptionRow } from './subscription-life.policy';

/** A customer that was not deleted. */
export function presentCustomer(state: PaymentState, id: string): CustomerRow | undefined {
  const row = state.customers.get(id);
  return row?.isDeleted ? undefined : row;
}

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

/** Ends the subscription now; with credit, the unused share of what was paid for its period becomes credit of the customer. */
export function cancelWithCredit(state: PaymentState, row: SubscriptionRow, hasCredit: boolean): LifeStep {
  const now = state.now();
  const customer = state.customers.get(row.customer);
  const paid = [...state.invoices.rows()].findLast(({ subscription }) => subscription === row.id)?.amount ?? 0;
  const unused = Math.min(1, Math.max(0, (row.periodEnd - now) / Math.max(1, row.periodEnd - row.periodStart)));
  if (hasCredit && customer)
    state.customers.put(customer.id, { ...customer, balance: (customer.balance ?? 0) - Math.round(paid * unused) });
  return cancelNow(row, now);
}
