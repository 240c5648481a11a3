interface Mark {
  /** Newest position that was known at the time. */
  position: bigint;
  readonly at: number;
}

export interface ProjectionLagOptions {
  /** The projections that are looked at. */
  readonly names: readonly string[];
  /** One that is behind and has not moved for so long counts no more until it moves: it has stopped, or nobody leads it. */
  readonly stalledMs: number;
  /** Milliseconds on a clock that cannot be set. */
  readonly monotonic: () => number;
}

/** Heads that become known within so many milliseconds share a moment, the first one. */
const resolutionMs = 10;
const mostMarks = 1_000;

/** How long the slowest of some projections has left a fact undone that this process knows of; nothing of it is asked for, it is told. */
export class ProjectionLag {
  private marks: Mark[] = [];
  private readonly places = new Map<string, { readonly position: bigint; readonly movedAt: number }>();

  constructor(private readonly options: ProjectionLagOptions) {}

  /** The log has come as far as this. */
  noteHead(position: bigint): void {
    const at = this.options.monotonic();
    const last = this.marks.at(-1);
    if (last && position <= last.position) return;
    if (last && (at - last.at < resolutionMs || this.marks.length >= mostMarks)) last.position = position;
    else this.marks.push({ position, at });
  }

  /** A projection has come as far as this. */
  notePlace(name: string, position: bigint): void {
    if (!this.options.names.includes(name)) return;
    const known = this.places.get(name);
    if (known && known.position >= position) return;
    this.places.set(name, { position, movedAt: this.options.monotonic() });
    const slowest = [...this.places.values()].reduce((least, place) => (place.position < least ? place.position : least), position);
    const kept = this.marks.findIndex((mark) => mark.position > slowest);
    this.marks = kept === -1 ? [] : this.marks.slice(kept);
  }

  /** Nothing that was heard of projections is certain any more. */
  forgetPlaces(): void {
    this.places.clear();
  }

  /** Milliseconds; 0 where all have passed what is known, also of those of which nothing was heard yet. */
  current(): number {
    const now = this.options.monotonic();
    let longest = 0;
    for (const { position, movedAt } of this.places.values()) {
      const undone = this.marks.find((mark) => mark.position > position);
      if (!undone || now - Math.max(movedAt, undone.at) > this.options.stalledMs) continue;
      longest = Math.max(longest, now - undone.at);
    }
    return longest;
  }
}
