import type { Database } from '@pps/read-store';

/** Drops a subject's key, so that nothing sealed under it can be read again; needs no master key. */
export async function forgetSubject(db: Database, subject: string): Promise<void> {
  await db('vault.subject_key').where({ subject }).delete();
}
