import type { Projection } from '@pps/read-store';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maintains projections until `signal` aborts; fails for all of them together. */
export type RunProjections = (projections: readonly Projection[], signal: AbortSignal) => Promise<void>;

interface Term {
  readonly projections: readonly Projection[];
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Runs one projector over all projections that this host leads at the moment, so that they share a subscription and, for small batches, a transaction: it
 * ends and begins again from the stored checkpoints when the host leads others.
 */
export class LedProjections {
  private readonly terms = new Set<Term>();
  private restart: () => void = () => undefined;
  private isRunning = false;

  constructor(private readonly run: RunProjections) {}

  /** Maintains these too until `signal` aborts, and resolves when it has ended. Rejects with what the projector failed with. */
  lead(projections: readonly Projection[], signal: AbortSignal): Promise<void> {
    return new Promise((end, fail) => {
      this.terms.add({ projections, signal, end, fail });
      signal.addEventListener('abort', () => this.restart(), { once: true });
      this.restart();
      if (!this.isRunning) void this.runWhileLed();
    });
  }

  private async runWhileLed(): Promise<void> {
    this.isRunning = true;
    while (this.terms.size > 0) {
      // What is taken or given up together ends one run, not several.
      await nextTurn();
      const led = [...this.terms].filter(({ signal }) => !signal.aborted);
      const failure = led.length === 0 ? null : await this.runOnce(led);
      for (const term of [...this.terms]) {
        if (term.signal.aborted) term.end();
        else if (failure && led.includes(term)) term.fail(failure.error);
        else continue;
        this.terms.delete(term);
      }
    }
    this.isRunning = false;
  }

  /** What it failed with; null where it was only ended. */
  private async runOnce(led: readonly Term[]): Promise<{ readonly error: unknown } | null> {
    const ending = new AbortController();
    this.restart = () => ending.abort();
    try {
      await this.run(
        led.flatMap(({ projections }) => projections),
        ending.signal,
      );
      return null;
    } catch (error) {
      return ending.signal.aborted && error === ending.signal.reason ? null : { error };
    }
  }
}
