import type { Database } from '@pps/read-store';

/** A unit that was consumed or given back. */
export interface UnitEntry {
  readonly at: Date;
  readonly kind: 'consumed' | 'released';
  readonly month: string;
  readonly reason: string | null;
  readonly actor: string;
  /** Of its fact in the whole log. */
  readonly position: string;
}

/** What the ledger of the project says of these units, oldest first. */
export async function entriesOfUnits(db: Database, projectId: string, entryIds: readonly string[]): Promise<UnitEntry[]> {
  return (await db('read.quota_ledger')
    .whereRaw('entry_id = any(?::uuid[])', [[...entryIds]])
    .andWhere({ project_id: projectId })
    .orderBy(['position', 'item'])
    .select('at', 'kind', 'month', 'reason', 'actor', 'position')) as UnitEntry[];
}
