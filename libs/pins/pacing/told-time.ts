/** A time that the database told, and how long ago on a clock that cannot be set: what shows that the database's clock was. */
export class ToldTime {
  private told: { readonly time: string; readonly at: number } | undefined;

  /** The last time told and the seconds since; nulls before the first. */
  since(): { readonly seen: string | null; readonly elapsed: number | null } {
    if (!this.told) return { seen: null, elapsed: null };
    return { seen: this.told.time, elapsed: (performance.now() - this.told.at) / 1000 };
  }

  learn(time: string | undefined): void {
    if (time !== undefined) this.told = { time, at: performance.now() };
  }
}
