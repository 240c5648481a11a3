import { operatorText, readOperatorCheckpoint, readVerifyingKeys, rotateSigningKey } from '@pps/audit';
import { isUuid } from '@pps/kernel';
import { loadConfiguration } from '@pps/runtime/configuration/load-configuration';
import { masterKeys, openVault } from '@pps/vault';
import { Command, InvalidArgumentError } from 'commander';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { checkKeys } from './check-keys';
import { CommandFailed, exitCodes } from './command-failed';
import { exportHistory, historyFiles } from './export-history';
import { onInstallation } from './on-installation';
import { replayHistory } from './replay-history';

/** `pinctl audit …`: histories that can be proved. */
export function auditCommands(): Command {
  const group = new Command('audit').description('The history of a project or organization, and what proves it.');
  group
    .command('export')
    .description('Writes a history into a folder, with its checkpoints and the public keys.')
    .argument('<workspace>', 'id of the project, or of the organization', uuid)
    .argument('<folder>', 'where to; files of an earlier export are replaced')
    .action((id: string, folder: string) =>
      onInstallation(async (installation) => say(`${await exportHistory(installation, id, folder)} facts are in ${folder}`)),
    );
  group
    .command('verify')
    .description('Runs docs/verify-history.mjs on an exported history; needs no installation.')
    .argument('<workspace>', 'whose history it is', uuid)
    .argument('<folder>', 'where it is')
    .action(verifyHistoryFiles);
  group
    .command('replay')
    .description('Makes the read models of a project, or of an organization, anew from its exported history alone; changes nothing.')
    .argument('<workspace>', 'the project or organization', uuid)
    .argument('<folder>', 'where the export is')
    .option('--compare', 'compares them with the live ones, row by row')
    .action((id: string, folder: string, { compare = false }: { compare?: boolean }) => replay(id, folder, compare));
  group
    .command('witness')
    .description('Prints the newest checkpoint over all histories, to be kept or posted elsewhere.')
    .action(() => onInstallation(async ({ db }) => say(await witnessText(db))));
  group
    .command('rotate-key')
    .description('Makes a new key that signs checkpoints from now on; former public keys stay published.')
    .action(rotateKey);
  return group;
}

async function replay(id: string, folder: string, compare: boolean): Promise<void> {
  await onInstallation(async ({ db }) => {
    const { facts, rows, differences, notCompared } = await replayHistory(db, id, folder, compare);
    const counts = Object.entries(rows).map(([table, count]) => `${table} ${count}`);
    say(`${facts} facts give ${counts.join(', ')} rows`);
    for (const { table, row, live, replayed } of differences)
      say(`${table} ${row}\n  live     ${live ?? '-'}\n  replayed ${replayed ?? '-'}`);
    if (compare) for (const [what, why] of Object.entries(notCompared)) say(`not compared: ${what} (${why})`);
    if (differences.length > 0) throw new CommandFailed('the read models are not what the history says', exitCodes.refused);
    if (compare) say('the read models are equal');
  });
}

async function rotateKey(): Promise<void> {
  const configuration = loadConfiguration(process.env);
  await onInstallation(async ({ db }) => {
    const { keys, findings } = await checkKeys(db, configuration);
    if (!keys) throw new CommandFailed(findings.map(({ line }) => line).join('\n'), exitCodes.refused);
    const vault = openVault(db, masterKeys(keys.MASTER_KEY, configuration.MASTER_PREVIOUS_KEYS));
    say(`key ${await rotateSigningKey(db, vault, new Date())} signs from now on`);
  });
}

async function witnessText(db: Parameters<typeof readOperatorCheckpoint>[0]): Promise<string> {
  const newest = await readOperatorCheckpoint(db);
  if (!newest) throw new CommandFailed('nothing has been signed yet', exitCodes.refused);
  const key = (await readVerifyingKeys(db)).find(({ keyId }) => keyId === newest.keyId);
  const lines = [`signed at ${newest.signedAt.toISOString()}`, `key ${newest.keyId} ${key?.publicKey.toString('base64')}`];
  return `${operatorText(newest)}${lines.join('\n')}\nsignature ${newest.signature.toString('base64')}`;
}

function uuid(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('It takes a uuid.');
  return text.toLowerCase();
}

function say(line: string): void {
  console.log(line);
}

// Programs run from dist/.
const verifier = join(__dirname, '../../../docs/verify-history.mjs');

/** Runs the published verifier on what `exportHistory` wrote; it says its verdict itself. Throws `CommandFailed` where that is not that all is valid. */
async function verifyHistoryFiles(treeId: string, folder: string): Promise<void> {
  const { facts, checkpoints, keys } = historyFiles(folder);
  const child = spawn(process.execPath, [verifier, facts, checkpoints, keys, treeId], { stdio: ['ignore', 'inherit', 'pipe'] });
  const [[code], line] = await Promise.all([once(child, 'close') as Promise<[number | null]>, text(child.stderr)]);
  if (code === 1) throw new CommandFailed('the history is not what was signed', exitCodes.refused);
  if (code !== 0) throw new CommandFailed(line.trim() || 'the verifier did not end', exitCodes.usage);
}
