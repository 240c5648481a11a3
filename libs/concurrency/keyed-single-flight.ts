/** A single flight for each key, within this process: who asks while a run under its key is under way shares that run. */
export class KeyedSingleFlight<T> {
  private readonly running = new Map<string, Promise<T>>();

  /** What the run gives or throws; it is forgotten when it ends. The wait lasts as long as the work, so bound that. */
  run(key: string, work: () => Promise<T>): Promise<T> {
    const present = this.running.get(key);
    if (present) return present;
    const started = work().finally(() => this.running.delete(key));
    this.running.set(key, started);
    return started;
  }

  /** How many runs are under way. */
  get size(): number {
    return this.running.size;
  }
}
