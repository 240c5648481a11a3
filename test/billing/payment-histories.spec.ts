import { runPaymentHistory } from './run-payment-history';
import { expectedStanding } from './expected-standing';

test('after 1,000 generated lives of subscriptions, their events shuffled, late and repeated, each is what the provider says', async () => {
  let reads = 0;
  for (let seed = 1; seed <= 1_000; seed++) {
    const run = await runPaymentHistory(seed);
    reads += run.reads;
    expect([seed, Object.fromEntries(run.ours)]).toEqual([seed, Object.fromEntries(run.theirs)]);
    const { plan, status } = run.state.kind === 'none' ? { plan: null, status: null } : run.state;
    expect([seed, plan, status]).toEqual([seed, ...expectedStanding(run.theirs)]);
  }
  // Changes within one second are among them.
  expect(reads).toBeGreaterThan(0);
});
