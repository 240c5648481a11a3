import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner, decode, EVENT_STORE, streamName, type EventStore } from '@pps/event-store';
import { quotaStream, quotaStreamId } from './quota.stream';

/** More appends than one project's quota sees within a moment. */
const factsLookedAt = 50;

/** Who took the latest units of a month. */
@Injectable()
export class RecentClaims {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'read'>,
  ) {}

  /** Pins that took a unit of the month by one of its latest 50 facts and have not given it back. Throws `StoreUnavailable`. */
  async of(projectId: string, epoch: number, month: string): Promise<ReadonlySet<string>> {
    const id = quotaStreamId(projectId, epoch, month);
    const { revision } = await this.runner.load(quotaStream, id);
    const latest = await this.store.read(streamName(quotaStream, id), Math.max(0, revision + 1 - factsLookedAt), factsLookedAt);
    const pinOfEntry = new Map<string, string>();
    for (const recorded of latest) {
      const fact = decode(quotaStream, recorded);
      if (!fact) continue;
      for (const { entryId, pinId } of fact.data.entries) {
        if (fact.type === 'QuotaConsumed') pinOfEntry.set(entryId, pinId);
        else pinOfEntry.delete(entryId);
      }
    }
    return new Set(pinOfEntry.values());
  }
}
