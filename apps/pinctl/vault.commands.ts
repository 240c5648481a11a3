import { masterKeys, rewrapVault, readMasterKeyUsage, type MasterKeys } from '@pps/vault';
import { replaceInstallationValue, type Database } from '@pps/read-store';
import { loadConfiguration } from '@pps/runtime/configuration/load-configuration';
import { keyFingerprints } from '@pps/runtime/keys/key-fingerprints';
import { Command, InvalidArgumentError } from 'commander';
import { checkKeys } from './check-keys';
import { CommandFailed, exitCodes } from './command-failed';
import { onInstallation } from './on-installation';

/** `pinctl vault …`: which master key seals the vault, and its rotation. */
export function vaultCommands(): Command {
  const group = new Command('vault').description('Secrets and personal data, and the master key that seals them.');
  group.addCommand(
    new Command('status')
      .description('How many subjects each master key seals.')
      .exitOverride()
      .action(() => onVault(async ({ db, keys }) => say(await masterKeyUsage(db, keys)))),
  );
  group.addCommand(
    new Command('rotate')
      .description('Seals everything under MASTER_KEY that one of MASTER_PREVIOUS_KEYS seals. Run it beside the service; a repeat goes on.')
      .option('--batch <n>', 'subjects in one transaction', atOnce, 200)
      .exitOverride()
      .action(({ batch }: { batch: number }) =>
        onVault(async ({ db, keys, fingerprint }) => {
          const done = await rewrapVault(db, keys, { atOnce: batch, onBatch: (rewrapped) => say(`${rewrapped} subjects so far`) });
          const left = (await readMasterKeyUsage(db)).filter(({ masterKeyId }) => masterKeyId !== keys.currentId);
          if (left.length > 0)
            throw new CommandFailed(`not all is under MASTER_KEY:\n${await masterKeyUsage(db, keys)}`, exitCodes.refused);
          await replaceInstallationValue(db, 'key MASTER_KEY', fingerprint);
          say(`${done} subjects were put under MASTER_KEY (${keys.currentId}); the vault needs no other key now`);
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

async function masterKeyUsage(db: Database, { currentId, ids }: MasterKeys): Promise<string> {
  const known = await readMasterKeyUsage(db);
  const nameOf = (id: string) => (id === currentId ? 'MASTER_KEY' : ids.includes(id) ? 'one of MASTER_PREVIOUS_KEYS' : 'NOT GIVEN');
  return (
    known.map(({ masterKeyId, subjects }) => `${masterKeyId}  ${subjects} subjects  ${nameOf(masterKeyId)}`).join('\n') ||
    'the vault is empty'
  );
}

function say(line: string): void {
  console.log(line);
}

function atOnce(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 10_000) return value;
  throw new InvalidArgumentError('It takes a number from 1 to 10000.');
}
