import { groupCalls } from '@pps/concurrency';
import { deleteFailures } from './endpoint-failures.store';
import { IdleReceivers } from './idle-receivers';
import { offers, type OfferClaim, type Offer } from './offers.store';
import { groupOutcomes, type MadeAttempt, type RecordAttemptDeps, type RecordedOutcome } from './group-outcomes';

/** The deliveries that are claimed, since when by the clock, and by `performance.now()`: not while the claim waited for those of others. */
export interface MadeClaim {
  readonly deliveryIds: ReadonlySet<string>;
  readonly at: Date;
  readonly atMs: number;
}

/** What the batches of a process share: those that ask or write something at once do it by one statement, or one call of the log. */
export interface DeliveringProcess {
  readonly findBatch: (batchId: string) => Promise<readonly Offer[]>;
  readonly claim: (claim: OfferClaim) => Promise<MadeClaim>;
  readonly returnUnclaimed: (batchId: string) => Promise<void>;
  readonly recordOutcome: (attempt: MadeAttempt) => Promise<RecordedOutcome | null>;
  readonly endFailures: (webhookId: string) => Promise<void>;
  readonly idle: IdleReceivers;
  /** How many calls have ended whose outcomes are being recorded. */
  unrecorded: number;
}

/** Batches of one statement: where its answer is lost, what it claimed waits for 18 s. */
const mostTogether = 32;

/** To be opened once in a process. */
export function openDeliveringProcess(deps: RecordAttemptDeps): DeliveringProcess {
  const { db, clock } = deps;
  return {
    findBatch: groupCalls((batchIds) => offers.findBatches(db, batchIds), mostTogether),
    claim: groupCalls(async (claims) => {
      const [at, atMs] = [clock(), performance.now()];
      return (await offers.claim(db, claims, at)).map((deliveryIds) => ({ deliveryIds, at, atMs }));
    }, mostTogether),
    returnUnclaimed: groupCalls(
      forAll((batchIds) => offers.returnUnclaimed(db, batchIds, clock())),
      mostTogether,
    ),
    recordOutcome: groupOutcomes(deps),
    endFailures: groupCalls(
      forAll((webhookIds) => deleteFailures(db, webhookIds)),
      mostTogether,
    ),
    idle: new IdleReceivers(),
    unrecorded: 0,
  };
}

/** Of a run that gives nothing, nothing for each of its calls. */
const forAll =
  (run: (ids: readonly string[]) => Promise<void>) =>
  async (ids: readonly string[]): Promise<undefined[]> => {
    await run(ids);
    return ids.map(() => undefined);
  };
