/** Where a position of the log lies in its copy. */
export interface TranslatedPosition {
  /** Who has handled everything up to the position has handled everything up to this one, and nothing after it; -1 before the first event. */
  readonly upTo: bigint;
  /** Where the event at the position stands in the copy; `upTo` where no event of the copy stood there. */
  readonly of: bigint;
}

/** Translates positions of a log to those of its copy, given every pair of an event's positions in order. */
export class PositionTranslation {
  private readonly waiting: bigint[];
  private readonly exact = new Map<bigint, bigint>();
  private readonly found = new Map<bigint, TranslatedPosition>();
  /** The last two different positions in the copy. */
  private before = -1n;
  private last = -1n;

  constructor(wanted: Iterable<bigint>) {
    this.waiting = [...new Set(wanted)].sort((a, b) => (a < b ? 1 : -1));
  }

  note(source: bigint, copy: bigint): void {
    // An append shares a position in the copy: a reader that goes on behind it would miss its second half, so it reads the first half again.
    this.settle((position) => position < source, copy === this.last ? this.before : this.last);
    if (this.waiting.at(-1) === source) this.exact.set(source, copy);
    if (copy !== this.last) [this.before, this.last] = [this.last, copy];
  }

  /** Called once, after the last pair. */
  end(): ReadonlyMap<bigint, TranslatedPosition> {
    this.settle(() => true, this.last);
    return this.found;
  }

  private settle(isPassed: (position: bigint) => boolean, upTo: bigint): void {
    for (let next = this.waiting.at(-1); next !== undefined && isPassed(next); next = this.waiting.at(-1)) {
      this.waiting.pop();
      this.found.set(next, { upTo, of: this.exact.get(next) ?? upTo });
    }
  }
}
