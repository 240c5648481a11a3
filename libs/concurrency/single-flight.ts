/**
 * A single flight that never answers with the past: callers share one run, but only those who asked before it started. Who asks while it runs
 * shares the next one, so that an answer is always of a moment after the question.
 */
export class SingleFlight<T> {
  private running: Promise<T> | undefined;
  private next: Promise<T> | undefined;

  constructor(private readonly work: () => Promise<T>) {}

  /** What the shared run gives or throws; one that failed fails only those who share it. */
  run(): Promise<T> {
    if (!this.running) return this.start();
    this.next ??= this.running.then(
      () => this.start(),
      () => this.start(),
    );
    return this.next;
  }

  private start(): Promise<T> {
    this.next = undefined;
    const running = this.work().finally(() => {
      if (this.running === running) this.running = undefined;
    });
    this.running = running;
    return running;
  }
}

/** A single flight for each key, within this process: who asks while a run under its key is under way shares that run. */
export class KeyedSingleFlight<T> {
  private readonly running = new Map<string, Promise<T>>();

  /** What the run gives or throws; it is forgotten when it ends. The wait lasts as long as the work, so bound that. */
  run(key: string, work: () => Promise<T>): Promise<T> {
    const present = this.running.get(key);
    if (present) return present;
    const started = work().finally(() => this.running.delete(key));
    this.running.set(key, started);
    return started;
  }

  /** How many runs are under way. */
  get size(): number {
    return this.running.size;
  }
}
