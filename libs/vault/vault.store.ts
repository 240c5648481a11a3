import type { Database } from '@pps/read-store';
import { randomBytes, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { forgetSubject } from './forgotten-subjects.store';
import type { MasterKeys, WrappedKey } from './master-keys';
import { masterKeys } from './master-keys';
import { seal, unseal } from './seal';

/** Secrets and personal data, sealed with AES-256-GCM under one key per subject; entries never change, facts hold their `ref`. */
export interface Vault {
  /** Stores a JSON value for a subject and returns its reference. Write it before the fact that names it. */
  put(subject: string, kind: string, value: unknown): Promise<string>;
  /** The value, or null when the subject has been forgotten. */
  get<T>(ref: string): Promise<T | null>;
  /** The values of at most 1,000 references in one read; those of forgotten subjects and dropped entries are absent. */
  getMany<T>(refs: readonly string[]): Promise<ReadonlyMap<string, T>>;
  /** The entry of that kind written last for the subject, named by a fact or not. */
  newest<T>(subject: string, kind: string): Promise<{ readonly ref: string; readonly value: T } | null>;
  /** Deletes the subject's entries of one kind, all of them or all but one. */
  drop(subject: string, kind: string, except?: string): Promise<void>;
  /** Deletes these entries; those that are not there are passed over. */
  remove(refs: readonly string[]): Promise<void>;
  /** Drops the subject's key, so that nothing sealed under it can be read again. */
  forget(subject: string): Promise<void>;
}

interface KeyRow extends WrappedKey {
  subject: string;
}

interface SubjectKey {
  readonly key: Buffer;
  readonly wrapped: Buffer;
}

interface EntryRow extends KeyRow {
  ref: string;
  ciphertext: Buffer;
}

const keyCacheLifetimeMs = 60_000;
const mostAtOnce = 1_000;
const putAttempts = 3;

/** Deletes these entries, without any key of the vault; those that are not there are passed over. */
export async function removeEntries(db: Database, refs: readonly string[]): Promise<void> {
  if (refs.length === 0) return;
  await db('vault.entry')
    .whereIn('ref', [...refs])
    .delete();
}

/** Reads and writes throw when the database does not answer, or `UnknownMasterKey` for what was sealed under a key that was not given. */
export function openVault(db: Database, given: Buffer | MasterKeys): Vault {
  const keys = Buffer.isBuffer(given) ? masterKeys(given) : given;
  const subjectKeys = new LRUCache<string, SubjectKey>({ max: 5_000, ttl: keyCacheLifetimeMs });

  async function subjectKey(subject: string): Promise<SubjectKey | null> {
    const cached = subjectKeys.get(subject);
    if (cached) return cached;
    const fresh = keys.wrap(randomBytes(32), subject);
    await db('vault.subject_key')
      .insert({ subject, ...fresh })
      .onConflict('subject')
      .ignore();
    const row = (await db<KeyRow>('vault.subject_key').where({ subject }).first('wrapped_key', 'master_key_id')) as KeyRow | undefined;
    if (!row) return null;
    const key = { key: keys.unwrap(row, subject), wrapped: row.wrapped_key };
    subjectKeys.set(subject, key);
    return key;
  }

  /** Null when the subject was forgotten, or its key wrapped anew, since the key was read: an entry sealed with a forgotten key could never be opened. */
  async function putOnce(subject: string, kind: string, value: unknown): Promise<string | null> {
    const sealing = await subjectKey(subject);
    if (!sealing) return null;
    const ref = randomUUID();
    const ciphertext = seal(sealing.key, Buffer.from(JSON.stringify(value)), ref);
    const { rows } = await db.raw<{ rows: unknown[] }>(
      `insert into vault.entry (ref, subject, kind, ciphertext)
       select cast(:ref as uuid), subject, :kind, cast(:ciphertext as bytea) from vault.subject_key where subject = :subject and wrapped_key = :wrapped for key share
       returning ref`,
      { ref, subject, kind, ciphertext, wrapped: sealing.wrapped },
    );
    return rows.length > 0 ? ref : null;
  }

  const entries = () =>
    db('vault.entry as entry')
      .join('vault.subject_key as key', 'key.subject', 'entry.subject')
      .select('entry.ref', 'entry.ciphertext', 'entry.subject', 'key.wrapped_key', 'key.master_key_id');

  const open = <T>(row: EntryRow): T => {
    const key = keys.unwrap(row, row.subject);
    return JSON.parse(unseal(key, row.ciphertext, row.ref).toString()) as T;
  };

  return {
    async put(subject, kind, value) {
      for (let attempt = 0; attempt < putAttempts; attempt++) {
        const ref = await putOnce(subject, kind, value);
        if (ref) return ref;
        subjectKeys.delete(subject);
      }
      throw new Error(`the vault subject of this ${kind} is being forgotten`);
    },

    async get<T>(ref: string) {
      const row = (await entries().where({ ref }).first()) as EntryRow | undefined;
      return row ? open<T>(row) : null;
    },

    async getMany<T>(refs: readonly string[]) {
      if (refs.length > mostAtOnce) throw new RangeError(`${refs.length} vault references at once; at most ${mostAtOnce}`);
      const rows = refs.length === 0 ? [] : ((await entries().whereIn('ref', refs)) as EntryRow[]);
      return new Map(rows.map((row) => [row.ref, open<T>(row)]));
    },

    async newest<T>(subject: string, kind: string) {
      const newestFirst = { column: 'entry.created_at', order: 'desc' } as const;
      const row = (await entries().where({ 'entry.subject': subject, kind }).orderBy([newestFirst]).first()) as EntryRow | undefined;
      return row ? { ref: row.ref, value: open<T>(row) } : null;
    },

    async drop(subject, kind, except) {
      const doomed = db('vault.entry').where({ subject, kind });
      await (except === undefined ? doomed : doomed.andWhereNot({ ref: except })).delete();
    },

    remove: (refs) => removeEntries(db, refs),

    async forget(subject) {
      subjectKeys.delete(subject);
      await forgetSubject(db, subject);
    },
  };
}
