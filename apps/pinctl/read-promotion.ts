import type { Database } from '@pps/read-store';

export interface Promotion {
  readonly timeline: number;
  readonly at: Date;
}

/** What only says that this server does not tell: a role that may not ask, a file or function that is missing, a standby. */
const doesNotTell = /^(42|58|55|0A)/;

/**
 * The server's timeline and how the file that tells of its beginning is dated; null where it was never promoted or does not tell. Only a hint: after two
 * promotions or on a copy of a server's files it is another moment than that of a fork.
 */
export async function readPromotion(db: Database): Promise<Promotion | null> {
  const asked = db.raw<{ rows: { timeline: string; at: Date | null }[] }>(
    `select timeline, (pg_stat_file('pg_wal/' || timeline || '.history', true)).modification as at
     from left(pg_walfile_name(pg_current_wal_lsn()), 8) timeline`,
  );
  const { rows } = await asked.catch((error: unknown) => {
    if (!doesNotTell.test((error as { code?: string }).code ?? '')) throw error;
    return { rows: [] };
  });
  const [found] = rows;
  return found?.at ? { timeline: Number.parseInt(found.timeline, 16), at: found.at } : null;
}
