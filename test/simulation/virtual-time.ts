interface Event {
  readonly at: number;
  readonly order: number;
  readonly happen: () => void;
}

const before = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Time that passes only from event to event; milliseconds. Between two events everything that can go on has gone on. */
export class VirtualTime {
  now = 0;
  events = 0;
  private order = 0;
  private readonly heap: Event[] = [];

  at(moment: number, happen: () => void): void {
    this.push({ at: Math.max(moment, this.now), order: this.order++, happen });
  }

  after(ms: number, happen: () => void): void {
    this.at(this.now + ms, happen);
  }

  /** Lets events happen until `isDone` says so or none is left. */
  async run(isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      const next = this.pop();
      if (!next) return;
      this.now = next.at;
      this.events += 1;
      next.happen();
      await new Promise(setImmediate);
    }
  }

  private push(event: Event): void {
    const { heap } = this;
    let index = heap.length;
    heap.push(event);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent] as Event;
      if (!before(event, above)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = event;
  }

  private pop(): Event | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      const right = heap[child + 1];
      if (right && before(right, heap[child] as Event)) child += 1;
      const below = heap[child];
      if (!below || !before(below, last)) break;
      heap[index] = below;
      index = child;
    }
    heap[index] = last;
    return first;
  }
}
