import { withTimeout } from '@pps/concurrency';
import { cachedFor } from '@pps/runtime';

export interface CheckResult {
  readonly ok: boolean;
  /** Not ok, but only what uses this part answers 503: the process stays ready. */
  readonly degraded?: true;
  readonly detail?: unknown;
}

export type Check = () => Promise<CheckResult>;

export interface Readiness {
  readonly status: 'ok' | 'unavailable' | 'stopping';
  readonly checks: Readonly<Record<string, CheckResult>>;
}

const checkTimeout = 2_000;
const recentMs = 1_000;
/** A process that becomes ready says so soon. */
const recentUnreadyMs = 100;

/** What this process depends on, and whether it should be sent requests. */
export class Health {
  private readonly checks = new Map<string, Check>();
  private stopped = false;
  private running: Promise<Readiness> | undefined;
  private recent = this.newRecent();

  /** Adds a dependency; it counts as failed when the check throws or takes longer than 2 s. The newest check of a name holds. */
  registerCheck(name: string, check: Check): void {
    this.checks.set(name, check);
    this.recent = this.newRecent();
  }

  /** Whether this process was told to end. */
  get isStopping(): boolean {
    return this.stopped;
  }

  /** From now on not ready, so that nothing new is sent here. */
  stopping(): void {
    this.stopped = true;
    this.recent = this.newRecent();
  }

  /** Runs all checks side by side; callers at the same time share one run. */
  readiness(): Promise<Readiness> {
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /**
   * The same, at most 1 s old, and at most 100 ms where it is not `ok`: however often probes ask, the parts are asked once a second, and ten times a
   * second until the process is ready.
   */
  recentReadiness(): Promise<Readiness> {
    return this.recent();
  }

  private newRecent(): () => Promise<Readiness> {
    return cachedFor(
      ({ status }: Readiness) => (status === 'ok' ? recentMs : recentUnreadyMs),
      () => this.readiness(),
    );
  }

  private async run(): Promise<Readiness> {
    const names = [...this.checks.keys()].sort();
    const results = await Promise.all(names.map((name) => this.check(name)));
    const checks = Object.fromEntries(names.map((name, index) => [name, results[index] ?? { ok: false }]));
    if (this.stopped) return { status: 'stopping', checks };
    return { status: results.every(({ ok, degraded }) => ok || degraded) ? 'ok' : 'unavailable', checks };
  }

  // No reason here: this answer is public, and the log of the part that failed has it.
  private async check(name: string): Promise<CheckResult> {
    const check = this.checks.get(name);
    if (!check) return { ok: false };
    try {
      return await withTimeout(check(), checkTimeout, `check ${name}`);
    } catch (error) {
      return { ok: false, detail: error instanceof Error && error.name === 'TimedOut' ? 'timed out' : 'failed' };
    }
  }
}
