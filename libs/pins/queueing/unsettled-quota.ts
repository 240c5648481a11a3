/** A reserved unit that no fact has settled yet. */
export interface UnsettledUnit {
  readonly entryId: string;
  readonly pinId: string;
  /** In UTC, `yyyy-mm`. */
  readonly month: string;
  readonly organizationId: string | null;
  readonly projectId: string;
  readonly epoch: number;
  /** When it was reserved, ISO 8601. */
  readonly reservedAt: string;
}

/** The reserved units that wait for the pin that confirms them. */
export interface UnsettledQuota {
  /** Adds units and removes the entries of others, both or neither; a unit that is there already stays as it is. */
  note(units: readonly UnsettledUnit[], settledEntryIds: readonly string[]): Promise<void>;
  /** The oldest of those reserved before a moment, at most 100, without those that are passed over. */
  findDue(reservedBefore: Date): Promise<readonly UnsettledUnit[]>;
  /** Leaves a unit alone for a growing while. Throws an error that is not the unit's own. */
  passOver(entryId: string, error: unknown): Promise<void>;
  remove(entryId: string): Promise<void>;
}
