import type { Database } from '@pps/read-store';

/** Drops a vault subject's key and with it everything kept for it; needs no master key. */
export async function forgetSubject(db: Database, subject: string): Promise<void> {
  await db('vault.subject_key').where({ subject }).delete();
}
