import type { RecordedFact } from '@pps/event-store';
import type { PinFact } from '../pin/pin.events';

/** How long a pin was ready and waited for its turn before each of its attempts: milliseconds by the revision of the fact that began the attempt. */
export function pacingWaits(facts: readonly RecordedFact<PinFact>[]): ReadonlyMap<number, number> {
  const waits = new Map<number, number>();
  let readyAt: number | null = null;
  for (const fact of facts) {
    switch (fact.type) {
      case 'PinQueued':
      case 'PinRetryRequested':
      case 'PinMediaReady':
        readyAt = Date.parse(fact.metadata.occurredAt);
        break;
      case 'PinPublishDeferred':
        readyAt = Date.parse(fact.data.nextAttemptAt);
        break;
      case 'PinPublishAttemptStarted':
      case 'PinMediaPreparationStarted':
        if (readyAt !== null) waits.set(fact.revision, Math.max(0, Date.parse(fact.data.startedAt) - readyAt));
        readyAt = null;
        break;
      default:
    }
  }
  return waits;
}
