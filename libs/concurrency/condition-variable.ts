/** Lets many wait for the next notification, each with a time-out of its own. */
export class ConditionVariable {
  private readonly waiting = new Set<(notified: boolean) => void>();

  /** Resolves true at the next `notifyAll`, false after `ms` milliseconds. */
  wait(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (notified: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(done);
        resolve(notified);
      };
      const timer = setTimeout(done, ms, false);
      this.waiting.add(done);
    });
  }

  notifyAll(): void {
    for (const done of [...this.waiting]) done(true);
  }
}
