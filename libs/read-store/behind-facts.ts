import type { RecordedFact } from '@pps/event-store';

/** So many wait at most before who brings them has to wait, too. */
const mostWaiting = 400;
const mostAtOnce = 600;

/**
 * Facts on their way to projections that follow behind others, in one transaction at a time beside those of the others: what comes meanwhile is one
 * batch, so that the busier it is, the less each fact costs.
 */
export class BehindFacts {
  private waiting: RecordedFact[] = [];
  private running: Promise<void> | undefined;
  private failure: { readonly error: unknown } | undefined;

  /** What `project` throws ends the work, and is passed to `onFailure`. */
  constructor(
    private readonly project: (facts: readonly RecordedFact[]) => Promise<void>,
    private readonly onFailure: () => void,
  ) {}

  /** Resolves when there is room for more. Throws what has ended the work. */
  async add(facts: readonly RecordedFact[]): Promise<void> {
    this.throwFailure();
    if (facts.length === 0) return;
    this.waiting.push(...facts);
    this.running ??= this.run();
    while (this.waiting.length >= mostWaiting && this.running !== undefined) await this.running;
    this.throwFailure();
  }

  /** Resolves when nothing waits any more. Throws what has ended the work. */
  async settled(): Promise<void> {
    await this.running;
    this.throwFailure();
  }

  private throwFailure(): void {
    if (this.failure) throw this.failure.error;
  }

  private async run(): Promise<void> {
    try {
      while (this.waiting.length > 0) await this.project(this.waiting.splice(0, mostAtOnce));
    } catch (error) {
      this.failure = { error };
      this.waiting = [];
      this.onFailure();
    }
    this.running = undefined;
  }
}
