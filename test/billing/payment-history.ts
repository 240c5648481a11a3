import { eventObject, soldPlans, subscriptionObject } from '../../apps/simulators/payments/stripe-objects.state';
import {
  cancelAtPeriodEnd,
  cancelNow,
  changePrice,
  isEndedRow,
  nextByTime,
  resume,
  subscribe,
  type LifeStep,
  type SubscriptionRow,
} from '../../apps/simulators/payments/subscription-life.policy';

/** A whole number from 0 to below `below`. */
export type Chance = (below: number) => number;

export interface PaymentHistory {
  /** The provider's objects as they are now. */
  readonly rows: ReadonlyMap<string, SubscriptionRow>;
  readonly now: () => number;
  /** What one step of chance makes of the customer's subscriptions, as the provider's events. */
  step(): readonly object[];
}

const begin = Date.UTC(2026, 0, 31, 12) / 1_000;
const pausesInSeconds = [0, 0, 0, 1, 60, 86_400, 20 * 86_400, 40 * 86_400, 400 * 86_400];
const firstStatuses = ['incomplete', 'trialing', 'active', 'active'] as const;
const laterStatuses = ['active', 'past_due', 'unpaid', 'paused'] as const;

/** The generated life of a customer's subscriptions, at most three: bought, changed, unpaid, canceled, resumed, ended by time or at once. */
export function paymentHistory(chance: Chance, customer: string, workspaceId: string): PaymentHistory {
  const rows = new Map<string, SubscriptionRow>();
  let [now, events] = [begin, 0];
  const pick = <T>(items: readonly T[]): T => items[chance(items.length)] as T;
  const cycle = () => pick(['monthly', 'annual'] as const);

  const take = (step: LifeStep): object => {
    rows.set(step.row.id, step.row);
    return eventObject(`evt_${++events}`, `customer.subscription.${step.event}`, step.at, subscriptionObject(step.row));
  };
  const buy = (): LifeStep => {
    const status = pick(firstStatuses);
    const wanted = { id: `sub_${rows.size + 1}`, customer, workspaceId, plan: pick(soldPlans), billingCycle: cycle(), status };
    return subscribe(wanted, now, status === 'trialing' ? now + 14 * 86_400 : null);
  };
  const change = (row: SubscriptionRow): LifeStep => {
    const moves = [
      () => changePrice(row, pick(soldPlans), cycle(), now),
      () => cancelAtPeriodEnd(row, now),
      () => resume(row, now),
      () => ({ row: { ...row, status: pick(laterStatuses) }, event: 'updated' as const, at: now }),
      // Which of the reports of one that was canceled while incomplete comes first decides what it counts as.
      () => (chance(3) === 0 && row.status !== 'incomplete' ? cancelNow(row, now) : resume(row, now)),
    ];
    return pick(moves)();
  };
  const byTime = (): object[] => {
    const made: object[] = [];
    for (const id of rows.keys()) {
      for (let step = nextByTime(rows.get(id) as SubscriptionRow, now); step; step = nextByTime(step.row, now)) made.push(take(step));
    }
    return made;
  };
  return {
    rows,
    now: () => now,
    step() {
      now += pick(pausesInSeconds);
      const passed = byTime();
      const open = [...rows.values()].filter((row) => !isEndedRow(row));
      const isNew = rows.size < 3 && (open.length === 0 || chance(6) === 0);
      if (!isNew && open.length === 0) return passed;
      return [...passed, take(isNew ? buy() : change(pick(open)))];
    },
  };
}
