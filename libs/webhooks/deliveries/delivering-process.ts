import { groupCalls } from '@pps/concurrency';
import { deleteFailures } from './endpoint-failures.store';
import { IdleReceivers } from './idle-receivers';
import { offers, type OfferClaim, type Offer } from './offers.store';
import { groupOutcomes, type MadeAttempt, type RecordAttemptDeps, type RecordedOutcome } from './group-outcomes';

/** What the batches of a process share: those that ask or write something at once do it by one statement, or one call of the log. */
export interface DeliveringProcess {
  readonly findBatch: (batchId: string) => Promise<readonly Offer[]>;
  /** Gives the ids of the deliveries that are claimed now. */
  readonly claim: (claim: OfferClaim) => Promise<ReadonlySet<string>>;
  readonly returnUnclaimed: (batchId: string) => Promise<void>;
  readonly recordOutcome: (attempt: MadeAttempt) => Promise<RecordedOutcome | null>;
  readonly endFailures: (webhookId: string) => Promise<void>;
  readonly idle: IdleReceivers;
  /** How many calls have ended whose outcomes are being recorded. */
  unrecorded: number;
}

const mostTogether = 256;

/** To be opened once in a process. */
export function openDeliveringProcess(deps: RecordAttemptDeps): DeliveringProcess {
  const { db, clock } = deps;
  return {
    findBatch: groupCalls((batchIds) => offers.findBatches(db, batchIds), mostTogether),
    claim: groupCalls((claims) => offers.claim(db, claims), mostTogether),
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
