import type { Database, Transaction } from '@pps/read-store';
import type { MasterKeys, WrappedKey } from './master-keys';

interface KeyRow extends WrappedKey {
  readonly subject: string;
}

export interface RewrapOptions {
  /** Subjects' keys wrapped anew in one transaction; default 200. */
  readonly atOnce?: number;
  readonly onBatch?: (rewrapped: number) => void;
}

export interface MasterKeyUsage {
  readonly masterKeyId: string;
  readonly subjects: number;
}

const mostPasses = 5;

/**
 * Wraps every subject's key under the current master key; the entries stay as they are. May be stopped at any moment and run again, beside
 * processes that read and write. Returns how many it wrapped; leaves keys under a master key that was not given. Throws when a row is
 * damaged.
 */
export async function rewrapVault(db: Database, keys: MasterKeys, { atOnce = 200, onBatch }: RewrapOptions = {}): Promise<number> {
  let rewrapped = 0;
  // A process that still has the old key as its current one may add a subject behind the cursor.
  for (let pass = 0; pass < mostPasses; pass++) {
    const before = rewrapped;
    for (let after: string | null = ''; after !== null;) {
      const from: string = after;
      const batch = await db.transaction((tx) => rewrapBatch(tx, keys, from, atOnce));
      rewrapped += batch.length;
      if (batch.length > 0) onBatch?.(rewrapped);
      after = batch.at(-1)?.subject ?? null;
    }
    if (rewrapped === before) break;
  }
  return rewrapped;
}

/** How many subjects' keys are wrapped under each master key, by its id. */
export async function readMasterKeyUsage(db: Database): Promise<MasterKeyUsage[]> {
  const { rows } = await db.raw<{ rows: { master_key_id: string; subjects: number }[] }>(
    'select master_key_id, count(*)::int as subjects from vault.subject_key group by 1 order by 1',
  );
  return rows.map(({ master_key_id, subjects }) => ({ masterKeyId: master_key_id, subjects }));
}

async function rewrapBatch(tx: Transaction, keys: MasterKeys, after: string, atOnce: number): Promise<readonly KeyRow[]> {
  const others = keys.ids.filter((id) => id !== keys.currentId);
  // Not `for update`: entries may be added meanwhile, they lock the row only against its deletion.
  const { rows } = await tx.raw<{ rows: KeyRow[] }>(
    `select subject, wrapped_key, master_key_id from vault.subject_key
     where subject > :after and master_key_id = any(:others) order by subject limit :atOnce for no key update`,
    { after, others, atOnce },
  );
  for (const row of rows) {
    await tx('vault.subject_key')
      .where({ subject: row.subject })
      .update(keys.wrap(keys.unwrap(row, row.subject), row.subject));
  }
  return rows;
}
