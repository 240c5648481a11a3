import { orTimeout, pause } from '@pps/concurrency';
import { addInParts } from './add-in-parts';
import type { RecordedRequest } from './recorded-request';
import type { RecordedRequests } from './recorded-requests.store';
import { lookUpWaitMs, mostWaiting, mostWaitingOfOne, readersFlushEveryMs, writeEveryMs, writtenAtOnce } from './request-log.policy';

export interface RequestLogDeps {
  readonly requests: Pick<RecordedRequests, 'add'>;
  /** Told of requests that are not kept: for want of room, or because they could not be written. */
  readonly onDropped: (count: number, reason: 'no_room' | 'not_written') => void;
  readonly onError: (error: unknown) => void;
  readonly most?: number;
  readonly mostOfOne?: number;
  readonly everyMs?: number;
}

/**
 * The answered requests of a process on their way to the database: written together, about once a second. A request waits for nothing; what there is no
 * room for is dropped, of whoever has sent the most first, as one organization gets a quarter.
 */
export class RequestLog {
  private waiting: RecordedRequest[] = [];
  private readonly countOf = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | null = null;
  private flushOfReaders: Promise<void> | null = null;
  private readersFlushFrom = -Infinity;
  /** The last batch waits because its rows, or those of its project, were locked too long. */
  private hasLeftToRivals = false;
  private readonly most: number;
  private readonly mostOfOne: number;
  private readonly everyMs: number;

  constructor(private readonly deps: RequestLogDeps) {
    this.most = deps.most ?? mostWaiting;
    this.mostOfOne = deps.mostOfOne ?? mostWaitingOfOne;
    this.everyMs = deps.everyMs ?? writeEveryMs;
  }

  record(request: RecordedRequest): void {
    const own = this.countOf.get(request.organizationId) ?? 0;
    if (own >= this.mostOfOne || this.total >= this.most) {
      this.deps.onDropped(1, 'no_room');
      return;
    }
    this.countOf.set(request.organizationId, own + 1);
    this.waiting.push(request);
    this.total += 1;
    this.timer ??= setTimeout(() => void this.write(), this.everyMs).unref();
  }

  /** What waits and what is being written. */
  private total = 0;

  /** Waits, for a second at most, until what was recorded of an organization until now can be found. */
  async awaitWritten(organizationId: string): Promise<void> {
    if (!this.countOf.has(organizationId)) return;
    this.flushOfReaders ??= this.flushForReaders();
    await orTimeout(this.flushOfReaders, lookUpWaitMs);
  }

  /** One writing for all who look something up within a tenth of a second: their own look-ups are recorded too. */
  private async flushForReaders(): Promise<void> {
    await pause(Math.max(0, this.readersFlushFrom - performance.now()));
    this.flushOfReaders = null;
    this.readersFlushFrom = performance.now() + readersFlushEveryMs;
    await this.flush();
  }

  /** Writes what waits now, unless the database is unavailable: then it stays. */
  async flush(): Promise<void> {
    // What was recorded after the present writing began is in the next one.
    if (this.writing) await this.writing;
    await this.write();
  }

  private write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing ??= this.writeWaiting().finally(() => {
      this.writing = null;
      if (this.waiting.length > 0) this.timer ??= setTimeout(() => void this.write(), this.everyMs).unref();
    });
    return this.writing;
  }

  private async writeWaiting(): Promise<void> {
    const { requests, onError, onDropped } = this.deps;
    const add = (batch: readonly RecordedRequest[]) => requests.add(batch);
    for (let left = this.waiting.length; left > 0; left -= writtenAtOnce) {
      const batch = this.waiting.splice(0, Math.min(left, writtenAtOnce));
      const { left: again, refused } = await addInParts(batch, { add, onError, leavesToRivals: !this.hasLeftToRivals });
      this.hasLeftToRivals = again.length > 0;
      if (refused.length > 0) onDropped(refused.length, 'not_written');
      const waits = new Set(again);
      this.forget(batch.filter((request) => !waits.has(request)));
      if (again.length === 0) continue;
      this.waiting.unshift(...again);
      return;
    }
  }

  private forget(batch: readonly RecordedRequest[]): void {
    this.total -= batch.length;
    for (const { organizationId } of batch) {
      const left = (this.countOf.get(organizationId) ?? 0) - 1;
      if (left > 0) this.countOf.set(organizationId, left);
      else this.countOf.delete(organizationId);
    }
  }
}
