const cutAt = 1_024;

/** First in, first out, at the same cost however many wait. */
export class Fifo<T> {
  private items: T[] = [];
  private from = 0;

  get size(): number {
    return this.items.length - this.from;
  }

  push(item: T): void {
    this.items.push(item);
  }

  peek(): T | undefined {
    return this.items[this.from];
  }

  shift(): T | undefined {
    if (this.size === 0) return undefined;
    const item = this.items[this.from];
    this.from += 1;
    if (this.from >= cutAt && this.from * 2 >= this.items.length) {
      this.items = this.items.slice(this.from);
      this.from = 0;
    }
    return item;
  }

  clear(): void {
    this.items = [];
    this.from = 0;
  }
}
