import type { Database } from '@pps/read-store';
import { createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import type { MasterKeys, WrappedKey } from './master-keys';
import { seal, unseal } from './seal';

/** Seals and opens texts of facts under one subject's key. */
interface Sealer {
  seal(plain: Buffer, context: string): Buffer;
  /** Throws `CannotUnseal`. */
  open(sealed: Buffer, context: string): Buffer;
  /** 32 bytes for one context alone, to be given away: they tell nothing about the subject's key or those of other contexts. */
  keyFor(context: string): Buffer;
}

/** The keys under which facts hold what people wrote; not cached here. All throw when the database does not answer, and `UnknownMasterKey`. */
export interface SubjectSealers {
  /** Makes the subject's key when it has none yet, whoever else does so at once; null for a subject that was forgotten. */
  toSeal(subject: string): Promise<Sealer | null>;
  /** Of at most 1,000 subjects; those without a key are absent. */
  toOpen(subjects: readonly string[]): Promise<ReadonlyMap<string, Sealer>>;
}

interface KeyRow extends WrappedKey {
  readonly subject: string;
}

const mostAtOnce = 1_000;

export function openSubjectSealers(db: Database, keys: MasterKeys): SubjectSealers {
  async function toOpen(subjects: readonly string[]): Promise<ReadonlyMap<string, Sealer>> {
    if (subjects.length > mostAtOnce) throw new RangeError(`${subjects.length} vault subjects at once; at most ${mostAtOnce}`);
    const rows = (await db('vault.subject_key')
      .whereIn('subject', [...subjects])
      .select('subject', 'wrapped_key', 'master_key_id')) as KeyRow[];
    return new Map(rows.map((row) => [row.subject, sealerOf(keys.unwrap(row, row.subject))]));
  }

  return {
    toOpen,
    async toSeal(subject) {
      const known = (await toOpen([subject])).get(subject);
      if (known) return known;
      const fresh = keys.wrap(randomBytes(32), subject);
      // Who was forgotten gets no other key: what is said of them from now on is nobody's to read.
      await db.raw(
        `insert into vault.subject_key (subject, wrapped_key, master_key_id)
         select :subject, cast(:wrapped as bytea), :masterKeyId
         where not exists (select 1 from vault.forgotten_subject where subject = :subject) on conflict (subject) do nothing`,
        { subject, wrapped: fresh.wrapped_key, masterKeyId: fresh.master_key_id },
      );
      return (await toOpen([subject])).get(subject) ?? null;
    },
  };
}

/** Keys of its own for facts, so that no entry of the vault is ever taken for the text of a fact, and no key that is given away seals anything. */
function sealerOf(subjectKey: Buffer): Sealer {
  const [textKey, proofKey] = [derivedKey(subjectKey, 'texts of facts, version 1'), derivedKey(subjectKey, 'proofs of texts, version 1')];
  return {
    seal: (plain, context) => seal(textKey, plain, context),
    open: (sealed, context) => unseal(textKey, sealed, context),
    keyFor: (context) => createHmac('sha256', proofKey).update(context).digest(),
  };
}

const derivedKey = (subjectKey: Buffer, use: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', subjectKey, Buffer.alloc(0), use, 32)));
