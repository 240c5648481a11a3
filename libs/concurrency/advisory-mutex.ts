import { pause as realPause, type Pause } from './timeout';

interface Queue {
  last: Promise<void>;
  /** Works that have ended so far. */
  ended: number;
}

/**
 * A mutex for each key, within this process, that saves work and guards nothing: work under one key runs one at a time in the order it came,
 * but who sees none end for `patienceMs` goes ahead all the same. For what is safe without it, such as an append that expects a revision.
 */
export class AdvisoryMutex {
  private readonly queues = new Map<string, Queue>();

  constructor(
    private readonly patienceMs: number,
    private readonly pause: Pause = realPause,
  ) {}

  /** What `work` gives or throws. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
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
    const released = before.then(() => true);
    for (let seen = -1; seen !== queue.ended;) {
      seen = queue.ended;
      const timer = new AbortController();
      const wasReleased = await Promise.race([released, this.pause(this.patienceMs, timer.signal).then(() => false)]);
      timer.abort();
      if (wasReleased) return;
    }
  }
}
