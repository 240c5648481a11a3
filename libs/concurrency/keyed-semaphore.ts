/** There is more to do than is taken at once: by the caller alone, who shall slow down, or by all together. Nothing was begun. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';

  constructor(readonly by: 'caller' | 'all') {
    super(by === 'caller' ? 'too many requests at once' : 'too much to do at the moment');
  }
}

interface Waiting {
  readonly admit: () => void;
}

interface KeyQueue {
  running: number;
  readonly waiting: Set<Waiting>;
}

/**
 * A semaphore for each key, within this process: at most `permits` works run under one key, at most `maxWaiting` wait for them, and no key waits for
 * another. Where keys share a bound, so that they have to be served in turn, use `FairSemaphore`; where one work at a time is enough, `KeyedMutex`.
 */
export class KeyedSemaphore {
  private readonly queues = new Map<string, KeyQueue>();

  constructor(
    private readonly permits: number,
    private readonly maxWaiting: number,
  ) {}

  /** What `work` gives or throws. Throws the signal's reason when it aborts before the work has begun, `Overloaded` by the caller when the queue is full. */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const queue = this.queues.get(key) ?? { running: 0, waiting: new Set() };
    this.queues.set(key, queue);
    if (queue.running < this.permits) queue.running += 1;
    else await this.waitForPermit(queue, signal);
    try {
      return await work();
    } finally {
      this.passOn(queue, key);
    }
  }

  /** How many keys are worked on now. */
  get size(): number {
    return this.queues.size;
  }

  private waitForPermit(queue: KeyQueue, signal: AbortSignal): Promise<void> {
    if (queue.waiting.size >= this.maxWaiting) throw new Overloaded('caller');
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.waiting.delete(waiting);
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        admit: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      queue.waiting.add(waiting);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** The permit goes to who has waited longest, so that nobody who comes later overtakes. */
  private passOn(queue: KeyQueue, key: string): void {
    const [first] = queue.waiting;
    if (first) {
      queue.waiting.delete(first);
      first.admit();
      return;
    }
    queue.running -= 1;
    if (queue.running === 0) this.queues.delete(key);
  }
}
