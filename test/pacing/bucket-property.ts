import { callStartsWithinMs } from '@pps/pins';
import type { Database } from '@pps/read-store';
import { seededRandom } from '@pps/kernel/testing';
import { BucketModel } from './bucket-model';
import { bucketPlans, bucketSteps, type BucketStep } from './bucket-steps';
import { inTokens, WindowWatch } from './exact-bucket';
import { resetBuckets, runSteps } from './run-steps';

export interface BucketProperty {
  readonly steps: number;
  readonly granted: number;
  /** Steps that the database answered in another way than whole numbers say. */
  readonly differences: readonly string[];
  /** Tokens by which the calls of any window went beyond its bucket, counted where they start. */
  readonly overIssue: number;
}

/** Steps that the database takes in one transaction, in which each makes the rows of all that follow slower to find. */
const chunk = 40;

/** Lets the database's functions and the model take the same random steps, and watches when calls start by the time that really passed. */
export async function bucketProperty(db: Database, steps: number, seed: number): Promise<BucketProperty> {
  const plan = bucketPlans[seed % bucketPlans.length] ?? bucketPlans[0];
  if (!plan) throw new Error('there is no plan');
  await resetBuckets(db);
  const model = new BucketModel(plan.account, plan.global);
  const source = bucketSteps(seededRandom(seed));
  const starts = new Map<string, { at: bigint; cost: number }[]>();
  const differences: string[] = [];
  let granted = 0;
  for (let done = 0; done < steps; done += chunk) {
    const taken = Array.from({ length: Math.min(chunk, steps - done) }, () => source.next().value as BucketStep);
    const answers = await runSteps(db, taken, plan, callStartsWithinMs / 1_000);
    for (const [index, step] of taken.entries()) {
      const [expected, answer] = [answerOf(model, step), answers[index]];
      if (!isSame(expected, answer)) differences.push(`step ${done + index}: ${String(answer)} instead of ${String(expected)}`);
      if (step.kind !== 'claim' || answer !== true) continue;
      granted += 1;
      note(starts, step);
    }
    if (differences.length > 0) break;
  }
  const watches = [...starts].map(([name, calls]) => {
    const watch = new WindowWatch(name.startsWith('global') ? model.global : model.account);
    for (const { at, cost } of calls.sort((a, b) => (a.at < b.at ? -1 : 1))) watch.started(at, cost);
    return inTokens(watch.excess);
  });
  return { steps, granted, differences, overIssue: Math.max(0, ...watches) };
}

function answerOf(model: BucketModel, step: BucketStep): boolean | bigint | null {
  switch (step.kind) {
    case 'claim':
      return model.claim(step.account, step.global, step.cost, step);
    case 'available':
      return model.tokensAvailable(step.name, step.isGlobal, step);
    case 'park':
      model.park(step.account, step.until, step.wall);
      return null;
  }
}

/** A call that was claimed too long after it was asked for is not made; the others start within the time they have. */
function note(starts: Map<string, { at: bigint; cost: number }[]>, step: Extract<BucketStep, { kind: 'claim' }>): void {
  const latest = step.askedAt + BigInt(callStartsWithinMs) * 1_000n;
  if (latest < step.at) return;
  const at = step.at + step.startsAfter < latest ? step.at + step.startsAfter : latest;
  for (const name of [step.account, step.global]) {
    const calls = starts.get(name) ?? [];
    calls.push({ at, cost: step.cost });
    starts.set(name, calls);
  }
}

/** Tokens are compared digit by digit: millionths of millionths of a token. */
function isSame(expected: boolean | bigint | null, answer: boolean | string | null | undefined): boolean {
  if (typeof expected !== 'bigint' || typeof answer !== 'string') return expected === answer;
  const [whole = '0', parts = ''] = answer.split('.');
  const sign = whole.startsWith('-') ? -1n : 1n;
  const exact = sign * (BigInt(whole.replace('-', '')) * 1_000_000_000_000n + BigInt(parts.slice(0, 12).padEnd(12, '0')));
  return exact === expected && !/[1-9]/.test(parts.slice(12));
}
