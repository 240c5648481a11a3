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

interface Place {
  readonly position: bigint;
  readonly movedAt: number;
  /** When the next fact that it has not passed became known; null while it has passed all. */
  undoneSince: number | null;
}

/** How long the slowest of some projections has left a fact undone that this process knows of; nothing of it is asked for, it is told. */
export class ProjectionLag {
  private marks: Mark[] = [];
  private readonly places = new Map<string, Place>();

  constructor(private readonly options: ProjectionLagOptions) {}

  /** The log has come as far as this. */
  noteHead(position: bigint): void {
    const at = this.options.monotonic();
    const last = this.marks.at(-1);
    if (last && position <= last.position) return;
    if (last && at - last.at < resolutionMs) last.position = position;
    else {
      // The oldest stays, and the newest are the closest: what is little behind is known as exactly as ever.
      if (this.marks.length >= mostMarks) this.marks = this.marks.filter((_, index) => index % 2 === 0);
      this.marks.push({ position, at });
    }
    const known = this.marks.at(-1)?.at ?? at;
    for (const place of this.places.values()) if (place.position < position) place.undoneSince ??= known;
  }

  /** A projection has come as far as this. */
  notePlace(name: string, position: bigint): void {
    if (!this.options.names.includes(name)) return;
    const known = this.places.get(name);
    if (known && known.position >= position) return;
    const now = this.options.monotonic();
    const undone = this.marks.find((mark) => mark.position > position);
    this.places.set(name, { position, movedAt: now, undoneSince: undone?.at ?? null });
    let slowest = position;
    for (const place of this.places.values()) if (place.position < slowest && !this.isStalled(place, now)) slowest = place.position;
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
    for (const place of this.places.values()) {
      if (place.undoneSince !== null && !this.isStalled(place, now)) longest = Math.max(longest, now - place.undoneSince);
    }
    return longest;
  }

  private isStalled({ movedAt, undoneSince }: Place, now: number): boolean {
    return undoneSince !== null && now - Math.max(movedAt, undoneSince) > this.options.stalledMs;
  }
}
