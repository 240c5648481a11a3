interface Said {
  readonly plan: string;
  readonly providerStatus: string;
}

const sizes = ['starter', 'growth', 'pro'];

/** Plan and status of an organization that began on the free plan and has these subscriptions, worked out apart from the service. */
export function expectedStanding(theirs: ReadonlyMap<string, object>): readonly [string, string] {
  const all = [...theirs.values()] as Said[];
  for (const statuses of [['active', 'trialing'], ['past_due'], ['unpaid'], ['paused']]) {
    const found = all.filter(({ providerStatus }) => statuses.includes(providerStatus));
    if (found.length === 0) continue;
    const plan = sizes.findLast((size) => found.some((each) => each.plan === size)) ?? '';
    // Of several of the largest plan the newest says whether it is a trial.
    const last = found.findLast((each) => each.plan === plan)?.providerStatus ?? '';
    return [plan, last === 'paused' ? 'unpaid' : last];
  }
  return all.some(({ providerStatus }) => providerStatus === 'canceled') ? ['playground', 'canceled'] : ['playground', 'active'];
}
