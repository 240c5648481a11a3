import type { Database } from '@pps/read-store';

/** The duties that have a leader now. */
export async function ledDuties(db: Database): Promise<ReadonlySet<string>> {
  const rows = await db<{ duty: string }>('leases.lease').whereRaw('expires_at > clock_timestamp()').select('duty');
  return new Set(rows.map(({ duty }) => duty));
}
