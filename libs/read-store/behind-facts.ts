import { ConditionVariable } from '@pps/concurrency';
import type { RecordedFact } from '@pps/event-store';

/** So many wait at most before who brings them has to wait, too. */
const mostWaiting = 400;
const mostAtOnce = 600;

/**
 * Facts on their way to projections that follow behind others, in one transaction at a time beside those of the others: what comes meanwhile is one
 * batch, so that the busier it is, the less each fact costs. And where it is not busy a batch is gathered for a while: what one deed appends comes some
 * milliseconds apart, and a transaction for each costs as much as one for all.
 */
export class BehindFacts {
  private waiting: RecordedFact[] = [];
  private running: Promise<void> | undefined;
  private failure: { readonly error: unknown } | undefined;
  private readonly enough = new ConditionVariable();
  private awaited = 0;

  /** What `project` throws ends the work, and is passed to `onFailure`. A batch is gathered for `gatherMs` milliseconds, less where somebody waits for its end. */
  constructor(
    private readonly project: (facts: readonly RecordedFact[]) => Promise<void>,
    private readonly onFailure: () => void,
    private readonly gatherMs: number,
  ) {}

  /** Resolves when there is room for more. Throws what has ended the work. */
  async add(facts: readonly RecordedFact[]): Promise<void> {
    this.throwFailure();
    if (facts.length === 0) return;
    this.waiting.push(...facts);
    this.running ??= this.run();
    while (this.waiting.length >= mostWaiting && this.running !== undefined) await this.settled();
  }

  /** Resolves when nothing waits any more, for which nothing is gathered. Throws what has ended the work. */
  async settled(): Promise<void> {
    this.awaited += 1;
    this.enough.notifyAll();
    await this.running;
    this.awaited -= 1;
    this.throwFailure();
  }

  private throwFailure(): void {
    if (this.failure) throw this.failure.error;
  }

  private async run(): Promise<void> {
    try {
      while (this.waiting.length > 0) {
        if (this.gatherMs > 0 && this.awaited === 0 && this.waiting.length < mostWaiting) await this.enough.wait(this.gatherMs);
        await this.project(this.waiting.splice(0, mostAtOnce));
      }
    } catch (error) {
      this.failure = { error };
      this.waiting = [];
      this.onFailure();
    }
    this.running = undefined;
  }
}
