/** Bytes that are held at once, `most` in all and `mostOfOne` under one key. */
export class ByteShares {
  private held = 0;
  private readonly heldBy = new Map<string, number>();

  constructor(
    private readonly most: number,
    private readonly mostOfOne: number,
  ) {}

  /** False, and nothing taken, where that would be too many. What is taken has to be given back. */
  take(key: string, bytes: number): boolean {
    const own = (this.heldBy.get(key) ?? 0) + bytes;
    // Nobody is refused for being alone: one body of any size goes.
    if (own > Math.max(this.mostOfOne, bytes) || this.held + bytes > Math.max(this.most, bytes)) return false;
    this.held += bytes;
    this.heldBy.set(key, own);
    return true;
  }

  give(key: string, bytes: number): void {
    const left = (this.heldBy.get(key) ?? 0) - bytes;
    this.held -= bytes;
    if (left > 0) this.heldBy.set(key, left);
    else this.heldBy.delete(key);
  }

  /** Who holds so much that a key was refused: itself, or all together. */
  fullFor(key: string): 'caller' | 'all' {
    return (this.heldBy.get(key) ?? 0) >= this.mostOfOne / 2 ? 'caller' : 'all';
  }
}
