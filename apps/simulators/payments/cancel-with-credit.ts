import type { PaymentState } from './payment-state';
import { cancelNow, type LifeStep, type SubscriptionRow } from './subscription-life.policy';

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
