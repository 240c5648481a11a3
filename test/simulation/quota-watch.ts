import type { QuotaConsumed, QuotaReleased } from '@pps/billing/events';
import type { RecordedFact } from '@pps/event-store';
import type { PinAbandoned, PinDeleted, PinFailed, PinQueued, PinRetryRequested } from '@pps/pins/events';
import type { Broken } from './violations';

interface Entry {
  readonly since: number;
  readonly isAbandoned: boolean;
}

/** An entry is settled by a pin, or abandoned and released, within so long. */
const settledWithinMs = 150_000;

/** Checks at every fact that the units used are those of the pins that exist and of entries that wait for theirs. */
export class QuotaWatch {
  used = 0;
  /** Units that pins hold. */
  settled = 0;
  /** Pins that were queued with a unit. */
  queuedPins = 0;
  released = 0;
  /** Not settled and not released, oldest first. */
  private readonly pending = new Map<string, Entry>();
  private readonly closed = new Set<string>();

  constructor(private readonly broken: Broken) {}

  /** Whether every unit that is used is a pin's. */
  get isSettled(): boolean {
    return this.pending.size === 0;
  }

  take(recorded: RecordedFact, now: number): void {
    switch (recorded.type) {
      case 'PinQueued':
        this.queuedPins += 1;
        return this.settle(recorded.stream, (recorded.data as PinQueued['data']).entryId);
      case 'PinRetryRequested': {
        const { unit } = recorded.data as PinRetryRequested['data'];
        return unit && this.settle(recorded.stream, unit.entryId);
      }
      case 'PinFailed':
      case 'PinDeleted': {
        const { releasedUnit } = recorded.data as (PinFailed | PinDeleted)['data'];
        return releasedUnit && this.givenBack(releasedUnit.entryId, now);
      }
      case 'PinAbandoned':
        return this.abandoned(recorded.data as PinAbandoned['data']);
      case 'QuotaConsumed':
      case 'QuotaReleased':
        this.quota({ type: recorded.type, data: recorded.data } as QuotaConsumed | QuotaReleased, now);
    }
  }

  /** An entry that nothing settles is a unit that nobody has. */
  step(now: number): void {
    for (const [entryId, { since, isAbandoned }] of this.pending) {
      if (since > now - settledWithinMs) return;
      this.broken('unit without a pin', `the entry ${entryId} was taken ${Math.round(now - since)} ms ago`);
      this.pending.delete(entryId);
      this.pending.set(entryId, { since: now, isAbandoned });
    }
  }

  finally(): void {
    for (const entryId of this.pending.keys()) this.broken('unit without a pin', `the entry ${entryId} is left`);
    this.check();
  }

  private settle(pin: string, entryId: string): void {
    if (this.pending.get(entryId)?.isAbandoned !== false) this.broken('pin without a unit', `${pin}, which names the entry ${entryId}`);
    this.close(entryId);
    this.settled += 1;
    this.check();
  }

  /** By a pin that held it: it is released soon. */
  private givenBack(entryId: string, now: number): void {
    if (!this.closed.delete(entryId)) this.broken('unit given back twice', `the entry ${entryId} was given back and no pin has it`);
    this.pending.set(entryId, { since: now, isAbandoned: true });
    this.settled -= 1;
    this.check();
  }

  private abandoned({ entryId }: PinAbandoned['data']): void {
    const entry = this.pending.get(entryId);
    if (entry?.isAbandoned !== false) this.broken('unit given back twice', `the entry ${entryId} was given up and does not wait`);
    if (entry) this.pending.set(entryId, { ...entry, isAbandoned: true });
  }

  private quota(fact: QuotaConsumed | QuotaReleased, now: number): void {
    for (const { entryId } of fact.data.entries) {
      if (fact.type === 'QuotaConsumed') {
        if (this.pending.has(entryId) || this.closed.has(entryId)) this.broken('unit taken twice', `the entry ${entryId}`);
        this.pending.set(entryId, { since: now, isAbandoned: false });
        this.used += 1;
        continue;
      }
      if (!this.pending.get(entryId)?.isAbandoned)
        this.broken('unit given back twice', `the entry ${entryId} was released and not given up`);
      this.close(entryId);
      this.used -= 1;
      this.released += 1;
    }
    this.check();
  }

  private close(entryId: string): void {
    this.pending.delete(entryId);
    this.closed.add(entryId);
  }

  private check(): void {
    const accounted = this.settled + this.pending.size;
    if (this.used > accounted) this.broken('unit taken twice', `${this.used} units are used for ${accounted} pins and entries`);
    if (this.used < accounted) this.broken('pin without a unit', `${this.used} units are used for ${accounted} pins and entries`);
  }
}
