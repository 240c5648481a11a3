import { Streams, decode, streamName, type EventStore } from '@pps/event-store';
import { type QuotaEntry, quotaStream, quotaStreamId } from './quota.stream';

/** More than the appends that one project's month gets while a request runs. */
const factsRead = 50;

/** Finds the pins of the newest reservations of a month. */
export class RecentReservations {
  constructor(
    private readonly streams: Streams,
    private readonly store: Pick<EventStore, 'read'>,
  ) {}

  /** Pins whose unit was reserved, and not released, by one of the month's newest 50 facts. Throws `StoreUnavailable`. */
  async findPinIds(projectId: string, epoch: number, month: string): Promise<ReadonlySet<string>> {
    return new Set((await this.findEntries(projectId, epoch, month)).map(({ pinId }) => pinId));
  }

  /** The entries of these units, the oldest first. Throws `StoreUnavailable`. */
  async findEntries(projectId: string, epoch: number, month: string): Promise<readonly QuotaEntry[]> {
    const id = quotaStreamId(projectId, epoch, month);
    const { revision } = await this.streams.load(quotaStream, id);
    const latest = await this.store.read(streamName(quotaStream, id), Math.max(0, revision + 1 - factsRead), factsRead);
    const entries = new Map<string, QuotaEntry>();
    for (const recorded of latest) {
      const fact = decode(quotaStream, recorded);
      if (fact?.type === 'QuotaConsumed') for (const entry of fact.data.entries) entries.set(entry.entryId, entry);
      if (fact?.type === 'QuotaReleased') for (const { entryId } of fact.data.entries) entries.delete(entryId);
    }
    return [...entries.values()];
  }
}
