export interface AdaptiveShareOptions {
  /** The share while there is time to spare. */
  readonly most: number;
  readonly isBusy: () => boolean;
  /** After so many milliseconds of calm the share is one larger, a second by default. */
  readonly calmMs?: number;
  /** Milliseconds on a clock that cannot be set. */
  readonly monotonic?: () => number;
}

/** How many of something each may have: one as soon as there is much to do, and with each second of calm one more. */
export class AdaptiveShare {
  private share: number;
  private changedAt = -Infinity;

  constructor(private readonly options: AdaptiveShareOptions) {
    this.share = options.most;
  }

  /** 1 to `most`; to be asked each time. */
  current(): number {
    const { most, isBusy, calmMs = 1_000, monotonic = () => performance.now() } = this.options;
    const now = monotonic();
    if (isBusy()) this.change(1, now);
    else if (this.share < most && now - this.changedAt >= calmMs) this.change(this.share + 1, now);
    return this.share;
  }

  private change(share: number, now: number): void {
    this.share = share;
    this.changedAt = now;
  }
}
