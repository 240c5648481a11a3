import { isPassedOver, type Database } from '@pps/read-store';

/** Task under which agreements that cannot go on are passed over. */
export const resumingTask = 'agreement';

/** Proposals of which a person agreed to items before a moment that have come to no end, the oldest first, without those that are passed over. */
export async function findStoppedProposals(db: Database, before: Date, limit: number): Promise<readonly string[]> {
  const rows = (await db('read.proposal')
    .where('approving_since', '<=', before)
    .whereRaw(`not ${isPassedOver(resumingTask, 'proposal_id::text')}`)
    .orderBy('approving_since')
    .limit(limit)
    .select('proposal_id')) as { proposal_id: string }[];
  return rows.map((row) => row.proposal_id);
}
