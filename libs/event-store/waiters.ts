/** Those who wait for the next news, each with a time-out of its own. */
export class Waiters {
  private readonly waiting = new Set<(news: boolean) => void>();

  /** Resolves true at the next `wake`, false after `ms` milliseconds. */
  next(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (news: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(done);
        resolve(news);
      };
      const timer = setTimeout(done, ms, false);
      this.waiting.add(done);
    });
  }

  wake(): void {
    for (const done of [...this.waiting]) done(true);
  }
}
