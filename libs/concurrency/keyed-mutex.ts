import { Mutex } from 'async-mutex';

/** A mutex for each key, within this process: work under one key runs one at a time in the order it came, other keys do not wait. */
export class KeyedMutex {
  private readonly mutexes = new Map<string, Mutex>();

  /** What `work` gives or throws. The wait has no bound of its own: it lasts as long as the works that came before, so bound those. */
  async runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mutex = this.mutexes.get(key) ?? new Mutex();
    this.mutexes.set(key, mutex);
    try {
      return await mutex.runExclusive(work);
    } finally {
      if (!mutex.isLocked() && this.mutexes.get(key) === mutex) this.mutexes.delete(key);
    }
  }

  /** How many keys are worked on now. */
  get size(): number {
    return this.mutexes.size;
  }
}
