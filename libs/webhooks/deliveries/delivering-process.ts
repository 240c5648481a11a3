import { groupCalls } from '@pps/concurrency';
import { saveResponses, type AttemptResponse } from './attempt-responses.store';
import { deleteFailures, type FailuresEnd } from './endpoint-failures.store';
import { IdleReceivers } from './idle-receivers';
import { offers, type OfferClaim, type Offer } from './offers.store';
import { recordDeliveryOutcome, type MadeAttempt, type RecordAttemptDeps, type RecordedOutcome } from './record-delivery-outcome';

/** The deliveries that are claimed, since when by the clock, and by `performance.now()`: not while the claim waited for those of others. */
export interface MadeClaim {
  readonly deliveryIds: ReadonlySet<string>;
  readonly at: Date;
  readonly atMs: number;
}

/** What the batches of a process share: those that ask or write something at once do it by one statement. */
export interface DeliveringProcess {
  readonly findBatch: (batchId: string) => Promise<readonly Offer[]>;
  readonly claim: (claim: OfferClaim) => Promise<MadeClaim>;
  readonly returnUnclaimed: (batchId: string) => Promise<void>;
  readonly recordOutcome: (attempt: MadeAttempt) => Promise<RecordedOutcome | null>;
  readonly endFailures: (end: FailuresEnd) => Promise<void>;
  readonly idle: IdleReceivers;
  /** How many calls have ended whose outcomes are being recorded. */
  unrecorded: number;
}

/** Batches of one statement: where its answer is lost, what it claimed waits for 18 s. */
const mostTogether = 32;

/** To be opened once in a process. */
export function openDeliveringProcess(deps: RecordAttemptDeps): DeliveringProcess {
  const { db, clock } = deps;
  const saveTogether = groupCalls(
    forAll((responses: readonly AttemptResponse[]) => saveResponses(db, responses)),
    mostTogether,
  );
  return {
    findBatch: groupCalls((batchIds) => offers.findBatches(db, batchIds), mostTogether),
    claim: groupCalls(async (claims) => {
      const [at, atMs] = [clock(), performance.now()];
      return (await offers.claim(db, claims, at)).map((deliveryIds) => ({ deliveryIds, at, atMs }));
    }, mostTogether),
    returnUnclaimed: groupCalls(
      forAll((batchIds: readonly string[]) => offers.returnUnclaimed(db, batchIds, clock())),
      mostTogether,
    ),
    recordOutcome: (attempt) => recordDeliveryOutcome(deps, saveTogether, attempt),
    endFailures: groupCalls(
      forAll((ends: readonly FailuresEnd[]) => deleteFailures(db, ends)),
      mostTogether,
    ),
    idle: new IdleReceivers(),
    unrecorded: 0,
  };
}

/** Of a run that gives nothing, nothing for each of its calls. */
const forAll =
  <Item>(run: (items: readonly Item[]) => Promise<void>) =>
  async (items: readonly Item[]): Promise<undefined[]> => {
    await run(items);
    return items.map(() => undefined);
  };
