/** Lets many wait for the next notification, each with a time-out of its own. */
export class ConditionVariable {
  private readonly waiting = new Set<(notified: boolean) => void>();

  /** Resolves true at the next `notifyAll`, false after `ms` milliseconds or when the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const done = (notified: boolean) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abandon);
        this.waiting.delete(done);
        resolve(notified);
      };
      const abandon = () => done(false);
      const timer = setTimeout(done, ms, false);
      signal?.addEventListener('abort', abandon, { once: true });
      this.waiting.add(done);
    });
  }

  notifyAll(): void {
    for (const done of [...this.waiting]) done(true);
  }
}
