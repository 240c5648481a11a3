/** Tasks that run beside their caller, at most `limit()` at once. After one has failed, `hasFailed` holds and `settled` throws its error. */
export class OutstandingTasks {
  private readonly running = new Set<Promise<void>>();
  private failure: { readonly error: unknown } | null = null;

  constructor(private readonly limit: () => number) {}

  get hasFailed(): boolean {
    return this.failure !== null;
  }

  /** Begins the task at once and resolves when fewer than `limit` run. */
  async add(task: () => Promise<void>): Promise<void> {
    const run = task()
      .catch((error: unknown) => void (this.failure ??= { error }))
      .finally(() => this.running.delete(run));
    this.running.add(run);
    while (this.running.size >= this.limit()) await Promise.race(this.running);
  }

  /** Resolves when all have ended. Throws the error of the first one that failed. */
  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
    if (this.failure) throw this.failure.error;
  }
}
