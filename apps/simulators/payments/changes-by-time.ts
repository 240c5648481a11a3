import { nextByTime, type LifeStep, type SubscriptionRow } from './subscription-life.policy';

/** Everything that time alone makes of the subscriptions until then, in the order in which it happens. */
export function changesByTime(rows: readonly SubscriptionRow[], until: number): readonly LifeStep[] {
  const steps = rows.flatMap((row) => {
    const life: LifeStep[] = [];
    for (let step = nextByTime(row, until); step; step = nextByTime(step.row, until)) life.push(step);
    return life;
  });
  return steps.toSorted((a, b) => a.at - b.at);
}
