import type { QuotaFact } from '@pps/billing/events';
import type { RecordedFact } from '@pps/event-store';
import type { PinAbandoned, PinQueued } from '@pps/pins/events';

type Entry = 'unsettled' | 'abandoned';

/** Checks at every fact that the units used are those of the pins that exist and of entries that wait for theirs. */
export class QuotaWatch {
  used = 0;
  settled = 0;
  readonly released = { count: 0 };
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly violated: (what: string) => void) {}

  /** Whether every unit that is used is a pin's. */
  get isSettled(): boolean {
    return this.entries.size === 0;
  }

  take(recorded: RecordedFact): void {
    switch (recorded.type) {
      case 'PinQueued':
        return this.queued(recorded.data as PinQueued['data']);
      case 'PinAbandoned': {
        const { entryId } = recorded.data as PinAbandoned['data'];
        if (this.entries.get(entryId) !== 'unsettled') this.violated(`the entry ${entryId} was given up and is not unsettled`);
        this.entries.set(entryId, 'abandoned');
        return;
      }
      case 'QuotaConsumed':
      case 'QuotaReleased':
        this.quota({ type: recorded.type, data: recorded.data } as QuotaFact);
    }
  }

  private queued({ entryId }: PinQueued['data']): void {
    if (this.entries.get(entryId) !== 'unsettled') this.violated(`the entry ${entryId} was settled and is not unsettled`);
    this.entries.delete(entryId);
    this.settled += 1;
    this.check();
  }

  private quota(fact: QuotaFact): void {
    for (const { entryId } of fact.data.entries) {
      if (fact.type === 'QuotaConsumed') {
        this.entries.set(entryId, 'unsettled');
        this.used += 1;
        continue;
      }
      if (this.entries.get(entryId) !== 'abandoned') this.violated(`the entry ${entryId} was released and not given up`);
      this.entries.delete(entryId);
      this.used -= 1;
      this.released.count += 1;
    }
    this.check();
  }

  private check(): void {
    if (this.used !== this.settled + this.entries.size)
      this.violated(`${this.used} units are used for ${this.settled} pins and ${this.entries.size} entries`);
  }
}
