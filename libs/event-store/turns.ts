import { setTimeout as delay } from 'node:timers/promises';

/**
 * Lets the work on one thing go one after another within this process. Who has waited `patienceMs` goes ahead all the same: a turn saves
 * lost races, it is no lock.
 */
export class Turns {
  private readonly last = new Map<string, Promise<void>>();

  constructor(private readonly patienceMs: number) {}

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key);
    let end = () => undefined as void;
    const mine = new Promise<void>((resolve) => (end = resolve));
    this.last.set(key, mine);
    try {
      if (before) await this.atMost(before);
      return await work();
    } finally {
      end();
      if (this.last.get(key) === mine) this.last.delete(key);
    }
  }

  private async atMost(before: Promise<void>): Promise<void> {
    const timer = new AbortController();
    await Promise.race([before, delay(this.patienceMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
    timer.abort();
  }
}
