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
