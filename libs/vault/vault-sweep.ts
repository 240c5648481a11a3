import type { Leadership } from '@pps/leases';
import type { Database } from '@pps/read-store';
import { forgetSubject } from './forgotten-subjects.store';

export interface VaultSweepDeps {
  readonly db: Database;
  /** Whether some fact still names the subject; true when that is unknown. */
  readonly isNamed: (subject: string) => Promise<boolean>;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export const vaultSweepDuty = 'vault-sweep';

/** Far longer than a command takes from storing an entry to appending the fact that names it. */
const graceMs = 24 * 60 * 60_000;
const everyMs = 6 * 60 * 60_000;
const chunkSize = 200;
const pauseMs = 1_000;

/** Every six hours forgets orphaned subjects, which no fact names. */
export async function runVaultSweep(deps: VaultSweepDeps, { signal }: Leadership): Promise<void> {
  while (!signal.aborted) {
    await sweepVault(deps, signal).catch(deps.onError);
    await deps.pause(everyMs, signal);
  }
}

/** Reads all subjects once and forgets those that no fact names and that got no entry for a day. Returns how many. */
export async function sweepVault(deps: VaultSweepDeps, signal: AbortSignal): Promise<number> {
  let [after, forgotten] = ['', 0];
  while (!signal.aborted) {
    const subjects = await readIdleSubjects(deps.db, after);
    for (const subject of subjects) {
      if (signal.aborted) return forgotten;
      try {
        if (!(await deps.isNamed(subject)) && (await forgetOrphan(deps.db, subject))) forgotten += 1;
      } catch (error) {
        // One that fails must not hold up the others.
        deps.onError(error);
      }
    }
    const last = subjects.at(-1);
    if (last === undefined) return forgotten;
    after = last;
    await deps.pause(pauseMs, signal);
  }
  return forgotten;
}

const isResting = `not exists (select 1 from vault.entry entry where entry.subject = key.subject
  and entry.created_at > now() - :graceMs * interval '1 millisecond')`;

async function readIdleSubjects(db: Database, after: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { subject: string }[] }>(
    `select key.subject from vault.subject_key key where key.subject > :after and ${isResting} order by key.subject limit :chunkSize`,
    { after, graceMs, chunkSize },
  );
  return rows.map(({ subject }) => subject);
}

/** Under the lock of the key, which adding an entry takes too: a subject that got an entry meanwhile is not forgotten. */
const forgetOrphan = (db: Database, subject: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.raw('select 1 from vault.subject_key where subject = ? for update', [subject]);
    const { rows } = await tx.raw<{ rows: unknown[] }>(
      `select 1 from vault.subject_key key where key.subject = :subject and ${isResting}`,
      { subject, graceMs },
    );
    if (rows.length > 0) await forgetSubject(tx, subject);
    return rows.length > 0;
  });
