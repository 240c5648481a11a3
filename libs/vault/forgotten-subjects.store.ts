import type { Database } from '@pps/read-store';

/** Drops a subject's key, so that nothing sealed under it can be read again; needs no master key. */
export async function forgetSubject(db: Database, subject: string): Promise<void> {
  await db('vault.subject_key').where({ subject }).delete();
}

/** True when the subject was forgotten on purpose, or got another entry after that moment, which may have replaced an earlier one. */
export async function isForgottenOrNewer(db: Database, subject: string, since: Date): Promise<boolean> {
  const forgotten = db('vault.forgotten_subject').where({ subject }).select('subject');
  const newer = db('vault.entry').where({ subject }).andWhere('created_at', '>', since).select('subject').limit(1);
  return (await forgotten).length > 0 || (await newer).length > 0;
}

/** Those of the subjects that have a key, and so something that can be read; at most 1,000 at once. */
export async function findSubjectsWithKey(db: Database, subjects: readonly string[]): Promise<string[]> {
  const rows = (await db('vault.subject_key')
    .whereIn('subject', [...subjects])
    .select('subject')) as { subject: string }[];
  return rows.map(({ subject }) => subject);
}
