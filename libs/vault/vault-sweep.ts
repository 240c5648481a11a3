import type { Leadership } from '@pps/leases';
import type { Database } from '@pps/read-store';
import { forgetSubject } from './forget-subject';

export interface VaultSweepDeps {
  readonly db: Database;
  /** Whether anybody can still get to what is kept for the subject, as the log says; true in doubt. */
  readonly isNamed: (subject: string) => Promise<boolean>;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export const vaultSweepDuty = 'vault-sweep';

/** Far longer than a command takes from an entry to the fact that names it. */
const graceMs = 24 * 60 * 60_000;
const everyMs = 6 * 60 * 60_000;
const chunkSize = 200;
const restMs = 1_000;

/** Every six hours forgets the subjects that nothing in the log leads to. */
export async function runVaultSweep(deps: VaultSweepDeps, { signal }: Leadership): Promise<void> {
  while (!signal.aborted) {
    await sweepVault(deps, signal).catch(deps.onError);
    await deps.pause(everyMs, signal);
  }
}

/** Walks all subjects once and forgets those that are not named and to which nothing was added for a day. Gives how many. */
export async function sweepVault(deps: VaultSweepDeps, signal: AbortSignal): Promise<number> {
  let [after, forgotten] = ['', 0];
  while (!signal.aborted) {
    const subjects = await restingSubjects(deps.db, after);
    for (const subject of subjects) {
      if (signal.aborted) return forgotten;
      try {
        if (!(await deps.isNamed(subject)) && (await forgetResting(deps.db, subject))) forgotten += 1;
      } catch (error) {
        // One that fails must not keep the others.
        deps.onError(error);
      }
    }
    const last = subjects.at(-1);
    if (last === undefined) return forgotten;
    after = last;
    await deps.pause(restMs, signal);
  }
  return forgotten;
}

const isResting = `not exists (select 1 from vault.entry entry where entry.subject = key.subject
  and entry.created_at > now() - :graceMs * interval '1 millisecond')`;

async function restingSubjects(db: Database, after: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { subject: string }[] }>(
    `select key.subject from vault.subject_key key where key.subject > :after and ${isResting} order by key.subject limit :chunkSize`,
    { after, graceMs, chunkSize },
  );
  return rows.map(({ subject }) => subject);
}

/** Under the key's lock, for which whoever adds an entry waits: an entry that came meanwhile saves the subject. */
const forgetResting = (db: Database, subject: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.raw('select 1 from vault.subject_key where subject = ? for update', [subject]);
    const { rows } = await tx.raw<{ rows: unknown[] }>(
      `select 1 from vault.subject_key key where key.subject = :subject and ${isResting}`,
      { subject, graceMs },
    );
    if (rows.length > 0) await forgetSubject(tx, subject);
    return rows.length > 0;
  });
