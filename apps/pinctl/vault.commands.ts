import { masterKeys, rewrapVault, readMasterKeyUsage, type MasterKeys } from '@pps/vault';
import { replaceInstallationValue, type Database } from '@pps/read-store';
import { loadConfiguration } from '@pps/runtime/configuration/load-configuration';
import { keyFingerprints } from '@pps/runtime/keys/key-fingerprints';
import { Command, InvalidArgumentError } from 'commander';
import { alignColumns } from './align-columns';
import { checkKeys } from './check-keys';
import { CommandFailed, exitCodes } from './command-failed';
import { onInstallation } from './on-installation';
import { showAnswer, showProgress, type AnswerFlags } from './show-answer';

/** `pinctl vault …`: which master key seals the vault, and its rotation. */
export function vaultCommands(): Command {
  const group = new Command('vault');
  group.addCommand(
    new Command('status')
      .description('How many subjects each master key seals.')
      .exitOverride()
      .action((flags: AnswerFlags) =>
        onVault(async ({ db, keys }) => {
          const usage = await masterKeyUsage(db, keys);
          showAnswer(flags, usage, usageText(usage));
        }),
      ),
  );
  group.addCommand(
    new Command('rotate')
      .description('Seals everything under MASTER_KEY that one of MASTER_PREVIOUS_KEYS seals. Run it beside the service; a repeat goes on.')
      .option('--batch <n>', 'subjects in one transaction', atOnce, 200)
      .exitOverride()
      .action(({ batch, ...flags }: AnswerFlags & { readonly batch: number }) =>
        onVault(async ({ db, keys, fingerprint }) => {
          const done = await rewrapVault(db, keys, {
            atOnce: batch,
            onBatch: (rewrapped) => showProgress(flags)(`${rewrapped} subjects so far`),
          });
          const left = (await readMasterKeyUsage(db)).filter(({ masterKeyId }) => masterKeyId !== keys.currentId);
          if (left.length > 0)
            throw new CommandFailed(`not all is under MASTER_KEY:\n${usageText(await masterKeyUsage(db, keys))}`, exitCodes.refused);
          await replaceInstallationValue(db, 'key MASTER_KEY', fingerprint);
          const text = `${done} subjects were put under MASTER_KEY (${keys.currentId}); the vault needs no other key now`;
          showAnswer(flags, { rewrapped: done, master_key_id: keys.currentId }, text);
        }),
      ),
  );
  return group;
}

interface OpenVault {
  readonly db: Database;
  readonly keys: MasterKeys;
  readonly fingerprint: string;
}

async function onVault(work: (vault: OpenVault) => Promise<void>): Promise<void> {
  const configuration = loadConfiguration(process.env);
  await onInstallation(async ({ db }) => {
    const { keys, findings } = await checkKeys(db, configuration);
    if (!keys) throw new CommandFailed(findings.map(({ line }) => line).join('\n'), exitCodes.refused);
    const ring = masterKeys(keys.MASTER_KEY, configuration.MASTER_PREVIOUS_KEYS);
    await work({ db, keys: ring, fingerprint: keyFingerprints(keys).MASTER_KEY });
  });
}

interface KeyUsage {
  readonly master_key_id: string;
  readonly subjects: number;
  readonly given_as: 'MASTER_KEY' | 'one of MASTER_PREVIOUS_KEYS' | 'NOT GIVEN';
}

async function masterKeyUsage(db: Database, { currentId, ids }: MasterKeys): Promise<readonly KeyUsage[]> {
  const nameOf = (id: string) => (id === currentId ? 'MASTER_KEY' : ids.includes(id) ? 'one of MASTER_PREVIOUS_KEYS' : 'NOT GIVEN');
  const known = await readMasterKeyUsage(db);
  return known.map(({ masterKeyId, subjects }) => ({ master_key_id: masterKeyId, subjects, given_as: nameOf(masterKeyId) }));
}

function usageText(usage: readonly KeyUsage[]): string {
  if (usage.length === 0) return 'the vault is empty';
  const rows = usage.map(({ master_key_id: id, subjects, given_as: name }) => [id, String(subjects), name]);
  return alignColumns(['KEY', 'SUBJECTS', 'GIVEN AS'], rows);
}

function atOnce(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 10_000) return value;
  throw new InvalidArgumentError('It takes a number from 1 to 10000.');
}
