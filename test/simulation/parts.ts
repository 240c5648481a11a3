import type { EventStore, RecordedFact } from '@pps/event-store';
import type { GrantBook, PacingRates, PublishQueue } from '@pps/pins';
import { BucketModel } from '../pacing/bucket-model';
import type { VirtualQueue } from './virtual-queue';

/** Where a part of a simulated world can be put into another one; in a sound world each is what it is given. */
export interface Parts {
  buckets(rates: PacingRates): BucketModel;
  log(log: EventStore): EventStore;
  grants(grants: GrantBook): GrantBook;
  startable(startable: PublishQueue['startable'], queue: VirtualQueue): PublishQueue['startable'];
  timers(queue: TimersQueue): TimersQueue;
  /** Whether the fact reaches the read model. */
  isProjected(fact: RecordedFact): boolean;
}

export type TimersQueue = Pick<PublishQueue, 'overdue' | 'givenUp' | 'heldTooLong' | 'readsDue'>;

export const soundParts: Parts = {
  buckets: ({ account, global }) => new BucketModel(account, global),
  log: (log) => log,
  grants: (grants) => grants,
  startable: (startable) => startable,
  timers: (queue) => queue,
  isProjected: () => true,
};
