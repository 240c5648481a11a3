import type { RecordedFact } from './recorded-fact';

const organizationsAtMost = 100_000;

/**
 * The position of each organization's newest fact, in a process that follows the log. It holds the 100,000 organizations that wrote last; the
 * newest fact of any other is no newer than what was forgotten last, or than where the process began to follow.
 */
export class LastWrites {
  private readonly positions = new Map<string, bigint>();
  /** What concerns everybody, or an organization that is not held, is no newer than this. */
  private floor: bigint;

  constructor(
    begun: bigint,
    private readonly atMost = organizationsAtMost,
  ) {
    this.floor = begun;
  }

  /** Facts must come in the order of the log. */
  observe({ stream, position, metadata: { organizationId } }: Pick<RecordedFact, 'stream' | 'position' | 'metadata'>): void {
    // The event store's own events are nobody's.
    if (stream.startsWith('$')) return;
    if (organizationId === undefined) {
      this.floor = position;
      return;
    }
    // Deleted first, so that the map stays in the order of the newest facts.
    this.positions.delete(organizationId);
    this.positions.set(organizationId, position);
    const [oldest] = this.positions;
    if (this.positions.size <= this.atMost || !oldest) return;
    this.positions.delete(oldest[0]);
    if (oldest[1] > this.floor) this.floor = oldest[1];
  }

  /** No fact that concerns the organization and was observed is newer than this. */
  of(organizationId: string): bigint {
    const own = this.positions.get(organizationId) ?? -1n;
    return own > this.floor ? own : this.floor;
  }
}
