import { jsonb, runByIndex, type Database, type Transaction } from '@pps/read-store';
import type { ImportOwner } from './row-request';

/** What a program may make of a row's key, with what the row asks for. */
export interface RoundedKey {
  readonly contentHash: string;
  readonly rounded: string;
  /** As it was sent. */
  readonly key: string;
}

/** Of one content and one rounding; more say nothing more. */
const mostKeys = 5;

/** Remembers roundings as those of this import; they go with it, and those of an earlier import of the same rows with that. */
export async function saveRoundedKeys(tx: Transaction, owner: ImportOwner, keys: readonly RoundedKey[]): Promise<void> {
  if (keys.length === 0) return;
  const rows = keys.map(({ contentHash, rounded, key }) => ({ content_hash: contentHash, rounded, key }));
  await tx.raw(
    `insert into imports.rounded_key (project_id, epoch, content_hash, rounded, key, job_id)
     select distinct :projectId::uuid, :epoch::int, content_hash, rounded, key, :jobId::uuid
     from jsonb_to_recordset(:rows::jsonb) as given (content_hash text, rounded text, key text)
     on conflict do nothing`,
    { ...owner, rows: jsonb(rows) },
  );
}

/** The keys of other imports of the project that may have become these, with the same content; few of each. */
export async function findRoundedKeys(
  db: Database,
  owner: ImportOwner,
  asked: readonly Pick<RoundedKey, 'contentHash' | 'rounded'>[],
): Promise<RoundedKey[]> {
  const rows = asked.map(({ contentHash, rounded }) => ({ content_hash: contentHash, rounded }));
  const found = await runByIndex<{ rows: RoundedKey[] }>(db, roundedKeysSql, { ...owner, rows: jsonb(rows), mostKeys });
  return found.rows;
}

/** For the specs of its plan. */
export const roundedKeysSql = `
  select asked.content_hash as "contentHash", asked.rounded, before.key
  from jsonb_to_recordset(:rows::jsonb) as asked (content_hash text, rounded text)
  cross join lateral (
    select distinct known.key from imports.rounded_key known
    where known.project_id = :projectId::uuid and known.epoch = :epoch::int
      and known.content_hash = asked.content_hash and known.rounded = asked.rounded and known.job_id <> :jobId::uuid
    order by known.key limit :mostKeys) before`;
