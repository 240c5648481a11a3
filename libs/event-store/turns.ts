import { realRest, type Pause } from './rest';

interface Queue {
  last: Promise<void>;
  /** Turns that have ended so far. */
  ended: number;
}

/**
 * Lets the work on one thing go one after another within this process. Who sees no turn end for `patienceMs` goes ahead all the same: a turn
 * saves lost races, it is no lock.
 */
export class Turns {
  private readonly queues = new Map<string, Queue>();

  constructor(
    private readonly patienceMs: number,
    private readonly pause: Pause = realRest.pause,
  ) {}

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(key) ?? { last: Promise.resolve(), ended: 0 };
    const before = this.queues.has(key) ? queue.last : undefined;
    let end = () => undefined as void;
    const mine = new Promise<void>((resolve) => (end = resolve));
    queue.last = mine;
    this.queues.set(key, queue);
    try {
      if (before) await this.waitFor(before, queue);
      return await work();
    } finally {
      end();
      queue.ended++;
      if (queue.last === mine) this.queues.delete(key);
    }
  }

  private async waitFor(before: Promise<void>, queue: Queue): Promise<void> {
    const over = before.then(() => true);
    for (let seen = -1; seen !== queue.ended;) {
      seen = queue.ended;
      const timer = new AbortController();
      const came = await Promise.race([over, this.pause(this.patienceMs, timer.signal).then(() => false)]);
      timer.abort();
      if (came) return;
    }
  }
}
