import type { Command } from 'commander';
import { isDeepStrictEqual } from 'node:util';
import { expectedStanding } from '../billing/expected-standing';
import { runPaymentHistory } from '../billing/run-payment-history';
import { wholeNumber } from './whole-number';

export const options = (command: Command): Command =>
  command.option('--histories <n>', 'how many lives', wholeNumber, 100_000).option('--seed <n>', 'of the first', wholeNumber, 1);

export async function run({ histories, seed }: { readonly histories: number; readonly seed: number }): Promise<boolean> {
  let [events, deliveries, reads, wrong] = [0, 0, 0, 0];
  for (let each = seed; each < seed + histories; each++) {
    const done = await runPaymentHistory(each);
    events += done.events;
    deliveries += done.deliveries;
    reads += done.reads;
    const { state, ours, theirs } = done;
    const standing = state.kind === 'none' ? [] : [state.plan, state.status];
    const isRight = isDeepStrictEqual(Object.fromEntries(ours), Object.fromEntries(theirs));
    if (isRight && isDeepStrictEqual(standing, [...expectedStanding(theirs)])) continue;
    wrong++;
    console.log(`seed ${each}: ${JSON.stringify([...ours.values()])} is not ${JSON.stringify([...theirs.values()])}`);
  }
  console.log(`${histories} lives, ${events} events, ${deliveries} deliveries, ${reads} reads at the provider, ${wrong} wrong in the end`);
  return wrong === 0;
}
