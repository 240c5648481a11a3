interface Waiting {
  readonly admit: () => void;
}

interface Lane {
  running: number;
  readonly waiting: Set<Waiting>;
}

/** Too many already wait under the key. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

/** A semaphore for each key, within this process: at most `permits` works run under one key, at most `maxWaiting` wait for them, other keys do not wait. */
export class KeyedSemaphore {
  private readonly lanes = new Map<string, Lane>();

  constructor(
    private readonly permits: number,
    private readonly maxWaiting: number,
  ) {}

  /** What `work` gives or throws. Throws the signal's reason when it aborts before the work has begun, `TooManyWaiting` when the queue is full. */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const lane = this.lanes.get(key) ?? { running: 0, waiting: new Set() };
    this.lanes.set(key, lane);
    if (lane.running < this.permits) lane.running += 1;
    else await this.waitForPermit(lane, key, signal);
    try {
      return await work();
    } finally {
      this.passOn(lane, key);
    }
  }

  /** How many keys are worked on now. */
  get size(): number {
    return this.lanes.size;
  }

  private waitForPermit(lane: Lane, key: string, signal: AbortSignal): Promise<void> {
    if (lane.waiting.size >= this.maxWaiting) throw new TooManyWaiting(`${lane.waiting.size} already wait for ${key}`);
    return new Promise((resolve, reject) => {
      const leave = () => {
        lane.waiting.delete(waiting);
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        admit: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      lane.waiting.add(waiting);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** The permit goes to who has waited longest, so that nobody who comes later overtakes. */
  private passOn(lane: Lane, key: string): void {
    const [first] = lane.waiting;
    if (first) {
      lane.waiting.delete(first);
      first.admit();
      return;
    }
    lane.running -= 1;
    if (lane.running === 0) this.lanes.delete(key);
  }
}
