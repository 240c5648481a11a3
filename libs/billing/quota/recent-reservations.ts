import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner, decode, EVENT_STORE, streamName, type EventStore } from '@pps/event-store';
import { quotaStream, quotaStreamId } from './quota.stream';

/** More than the appends that one project's month gets while a request runs. */
const factsRead = 50;

/** Finds the pins of the newest reservations of a month. */
@Injectable()
export class RecentReservations {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'read'>,
  ) {}

  /** Pins whose unit was reserved, and not released, by one of the month's newest 50 facts. Throws `StoreUnavailable`. */
  async findPinIds(projectId: string, epoch: number, month: string): Promise<ReadonlySet<string>> {
    const id = quotaStreamId(projectId, epoch, month);
    const { revision } = await this.runner.load(quotaStream, id);
    const latest = await this.store.read(streamName(quotaStream, id), Math.max(0, revision + 1 - factsRead), factsRead);
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
