import { loadConfiguration } from '@pps/runtime/configuration/load-configuration';
import { Command } from 'commander';
import { CannotUnseal, isForgottenOrNewer, masterKeys, openVault, findSubjectsWithKey, UnknownMasterKey, type Vault } from '@pps/vault';
import { checkpoints, type Database } from '@pps/read-store';
import type { Configuration } from '@pps/runtime/configuration/configuration';
import { findForgetting } from '@pps/workspaces';
import { CommandFailed, exitCodes } from './command-failed';
import { onInstallation, type Installation } from './on-installation';
import { showAnswer, type AnswerFlags } from './show-answer';
import { answerBackupCheck, type BackupCheck } from './answer-backup-check';
import { type BackupFinding, checkKeys } from './check-keys';
import { vaultReferences, type VaultReference } from './vault-references';

/** `pinctl backup …`: whether what was restored belongs together. */
export function backupCommands(): Command {
  const group = new Command('backup');
  group.addCommand(
    new Command('check')
      .description('Says whether log, read models, vault and keys belong together. Changes nothing; run it before anything else starts.')
      .exitOverride()
      .action(async (flags: AnswerFlags) => {
        const configuration = loadConfiguration(process.env);
        const check = await onInstallation((installation) => checkBackup(installation, configuration));
        const { answer, text } = answerBackupCheck(check);
        showAnswer(flags, answer, text);
        const { findings } = check;
        if (findings.length > 0) throw new CommandFailed(`${findings.length} things do not belong together`, exitCodes.refused);
      }),
  );
  return group;
}

const atOnce = 500;

/** Whether log, read models, vault and keys are of one installation and of moments that go together. Changes nothing. */
async function checkBackup({ db, store }: Installation, configuration: Configuration): Promise<BackupCheck> {
  const storeId = await store.peekIdentity();
  const known = [...(await checkpoints.all(db, 'projection')), ...(await checkpoints.all(db, 'process'))];
  // After the checkpoints: in a running installation they move on.
  const head = await store.head();
  const behind = known.flatMap((checkpoint): BackupFinding[] => {
    try {
      checkpoints.verify(checkpoint, storeId, head);
      return [];
    } catch (error) {
      return [{ part: 'read models', line: error instanceof Error ? error.message : String(error) }];
    }
  });
  const { keys, findings: keyFindings } = await checkKeys(db, configuration);
  const { current, forgotten } = await vaultReferences(store, head);
  const vault = keys && (await checkVault(db, openVault(db, masterKeys(keys.MASTER_KEY, configuration.MASTER_PREVIOUS_KEYS)), current));
  return {
    head,
    checkpoints: known.length,
    references: current.length,
    findings: [...behind, ...keyFindings, ...(vault ?? []), ...(await checkForgotten(db, forgotten))],
  };
}

/** Every reference opens; one that is absent was replaced or forgotten after the log was copied. */
async function checkVault(db: Database, vault: Vault, references: readonly VaultReference[]): Promise<BackupFinding[]> {
  const findings: BackupFinding[] = [];
  for (let from = 0; from < references.length; from += atOnce) {
    const batch = references.slice(from, from + atOnce);
    const found = await openEntries(vault, batch);
    for (const reference of batch) {
      const outcome = found.get(reference.ref);
      if (outcome === 'opens') continue;
      if (outcome === undefined && (await replacedOrForgotten(db, reference))) continue;
      const { stream, fact, field, position, ref } = reference;
      const what = outcome === undefined ? 'is not in the vault' : 'cannot be opened with this MASTER_KEY';
      findings.push({ part: 'vault', line: `${ref}, named by ${fact}.${field} of ${stream} at ${position}, ${what}` });
    }
  }
  return findings;
}

async function openEntries(vault: Vault, batch: readonly VaultReference[]): Promise<Map<string, 'opens' | 'sealed'>> {
  try {
    const values = await vault.getMany(batch.map(({ ref }) => ref));
    return new Map([...values.keys()].map((ref) => [ref, 'opens']));
  } catch (error) {
    if (!isSealed(error)) throw error;
  }
  const outcomes = new Map<string, 'opens' | 'sealed'>();
  for (const { ref } of batch) {
    const value = await vault.get(ref).catch((error: unknown) => {
      if (!isSealed(error)) throw error;
      return 'sealed';
    });
    if (value !== null) outcomes.set(ref, value === 'sealed' ? 'sealed' : 'opens');
  }
  return outcomes;
}

const isSealed = (error: unknown): boolean => error instanceof UnknownMasterKey || error instanceof CannotUnseal;

async function replacedOrForgotten(db: Database, { subject, recordedAt }: VaultReference): Promise<boolean> {
  if (subject === null) return false;
  return isForgottenOrNewer(db, subject, recordedAt);
}

async function checkForgotten(db: Database, forgotten: ReadonlySet<string>): Promise<BackupFinding[]> {
  const subjects = [...forgotten];
  const findings: BackupFinding[] = [];
  for (let from = 0; from < subjects.length; from += atOnce) {
    const present = await findSubjectsWithKey(db, subjects.slice(from, from + atOnce));
    for (const subject of present) {
      const { completedAt } = (await findForgetting(db, subject.slice(subject.indexOf(':') + 1))) ?? {};
      // Keys go last.
      if (completedAt === null) continue;
      findings.push({
        part: 'vault',
        line: `${subject} was forgotten and is in the vault; the service erases it again, or: pinctl forget again`,
      });
    }
  }
  return findings;
}
