import { Overloaded } from './keyed-semaphore';

export interface FairSemaphoreOptions {
  /** Permits over all keys. */
  readonly permits: number;
  /** Permits of one key while other keys ask too; a function is asked each time before one is given. Default: all. */
  readonly permitsPerKey?: number | (() => number);
  /** Permits of one key while no other asks. Default: all. */
  readonly permitsAlone?: number;
  /** How many of one key may wait; more are refused at once. */
  readonly queuePerKey: number;
  /** How many may wait over all keys; beyond that the newest of the key of which most wait is refused. */
  readonly queue: number;
  /** Longest wait for a permit. */
  readonly waitMs: number;
}

interface Waiter {
  readonly start: () => void;
  readonly refuse: (error: unknown) => void;
}

/** How long after its last request a key counts as asking. */
const askingMs = 2_000;

/**
 * A semaphore that all keys share: its permits alternate between keys that have just begun to wait, the longest waiting first, and all others,
 * round robin; within a key first come first served. So a newcomer does not wait for one of each key there is. Queues and waits are bounded.
 * Where keys shall not wait for each other at all, use `KeyedSemaphore`.
 */
export class FairSemaphore {
  private held = 0;
  private waiting = 0;
  private readonly heldBy = new Map<string, number>();
  /** By key, in the order in which they are served: those that have not been served since they began to wait, and those that have. */
  private readonly queues = { fresh: new Map<string, Set<Waiter>>(), served: new Map<string, Set<Waiter>>() };
  private lastServed: keyof FairSemaphore['queues'] = 'served';
  private newest = { key: '', at: -Infinity };
  private newestOther = { key: '', at: -Infinity };

  constructor(private readonly options: FairSemaphoreOptions) {}

  /** Runs `work` with a permit. Throws `Overloaded` where the queue is full or the wait is over, the signal's reason when it is aborted while waiting. */
  async runExclusive<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.acquire(key, signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Waits for a permit and gives the function that returns it, which may be called more than once. Throws as `runExclusive` does. */
  async acquire(key: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const release = this.tryAcquire(key);
    if (release) return release;
    await this.waitForPermit(key, signal);
    return this.releaseOnce(key);
  }

  /** The same where a permit is free at once; null where the key has to wait for one. */
  tryAcquire(key: string): (() => void) | null {
    this.noteAsking(key);
    if (this.queueOf(key) || !this.isFree(key)) return null;
    this.take(key);
    return this.releaseOnce(key);
  }

  /** How many wait now. */
  get backlog(): number {
    return this.waiting;
  }

  private releaseOnce(key: string): () => void {
    let released = false;
    return () => {
      if (!released) this.release(key);
      released = true;
    };
  }

  private waitForPermit(key: string, signal?: AbortSignal): Promise<void> {
    const queue = this.queueOf(key) ?? new Set<Waiter>();
    if (queue.size >= this.options.queuePerKey) throw new Overloaded('caller');
    if (this.waiting >= this.options.queue) this.refuseOneOfLongest(queue.size);
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abandon);
        this.drop(key, queue, waiter);
      };
      const waiter: Waiter = { start: () => (leave(), resolve()), refuse: (error) => (leave(), reject(error as Error)) };
      const abandon = () => waiter.refuse(signal?.reason);
      // Whoever holds permits of its own waits for itself.
      const late = () => waiter.refuse(new Overloaded(this.heldBy.has(key) ? 'caller' : 'all'));
      const timer = setTimeout(late, this.options.waitMs).unref();
      signal?.addEventListener('abort', abandon, { once: true });
      queue.add(waiter);
      // Who holds permits has been served: it does not pass the others by coming again.
      if (!this.queueOf(key)) this.queues[this.heldBy.has(key) ? 'served' : 'fresh'].set(key, queue);
      this.waiting++;
    });
  }

  /** Makes room for one more of a key of which so many wait. Throws `Overloaded('all')` where it is among those of which most wait. */
  private refuseOneOfLongest(ownLength: number): void {
    let longest: Set<Waiter> | undefined;
    for (const queues of [this.queues.fresh, this.queues.served]) {
      for (const queue of queues.values()) if (queue.size > (longest?.size ?? ownLength + 1)) longest = queue;
    }
    const newest = [...(longest ?? [])].at(-1);
    if (!newest) throw new Overloaded('all');
    newest.refuse(new Overloaded('caller'));
  }

  private queueOf(key: string): Set<Waiter> | undefined {
    return this.queues.fresh.get(key) ?? this.queues.served.get(key);
  }

  private drop(key: string, queue: Set<Waiter>, waiter: Waiter): void {
    queue.delete(waiter);
    this.waiting--;
    if (queue.size > 0) return;
    this.queues.fresh.delete(key);
    this.queues.served.delete(key);
  }

  private release(key: string): void {
    const left = (this.heldBy.get(key) ?? 1) - 1;
    if (left > 0) this.heldBy.set(key, left);
    else this.heldBy.delete(key);
    this.held--;
    for (let key = this.nextKey(); key !== undefined; key = this.nextKey()) this.startNextOf(key);
  }

  /** At most as many keys are passed over as hold permits. */
  private nextKey(): string | undefined {
    if (this.held >= this.options.permits) return undefined;
    const turns = this.lastServed === 'fresh' ? (['served', 'fresh'] as const) : (['fresh', 'served'] as const);
    for (const turn of turns) for (const key of this.queues[turn].keys()) if (this.isFree(key)) return key;
    return undefined;
  }

  private startNextOf(key: string): void {
    const queue = this.queueOf(key);
    const [waiter] = queue ?? [];
    if (!queue || !waiter) return;
    this.lastServed = this.queues.fresh.has(key) ? 'fresh' : 'served';
    this.take(key);
    waiter.start();
    // It is served again after every other key.
    this.queues[this.lastServed].delete(key);
    if (queue.size > 0) this.queues.served.set(key, queue);
  }

  private take(key: string): void {
    this.held++;
    this.heldBy.set(key, (this.heldBy.get(key) ?? 0) + 1);
  }

  private isFree(key: string): boolean {
    const { permits, permitsPerKey = permits, permitsAlone = permits } = this.options;
    const heldByKey = this.heldBy.get(key) ?? 0;
    if (this.held >= permits) return false;
    if (!this.othersAsk(key)) return heldByKey < permitsAlone;
    return heldByKey < (typeof permitsPerKey === 'number' ? permitsPerKey : permitsPerKey());
  }

  private noteAsking(key: string): void {
    if (this.newest.key !== key) this.newestOther = this.newest;
    this.newest = { key, at: performance.now() };
  }

  private othersAsk(key: string): boolean {
    const { at } = this.newest.key === key ? this.newestOther : this.newest;
    return performance.now() - at < askingMs;
  }
}
