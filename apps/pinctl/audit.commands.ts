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
import { showAnswer, type AnswerFlags } from './show-answer';

/** `pinctl audit …`: histories that can be proved. */
export function auditCommands(): Command {
  const group = new Command('audit');
  group
    .command('export')
    .description('Writes a history into a folder, with its checkpoints and the public keys.')
    .argument('<workspace>', 'id of the project, or of the organization', uuid)
    .argument('<folder>', 'where to; files of an earlier export are replaced')
    .action(async (id: string, folder: string, flags: AnswerFlags) => {
      const facts = await onInstallation((installation) => exportHistory(installation, id, folder));
      showAnswer(flags, { workspace_id: id, folder, facts }, `${facts} facts are in ${folder}`);
    });
  group
    .command('verify')
    .description('Runs docs/verify-history.mjs on an exported history, which answers as JSON; needs no installation.')
    .argument('<workspace>', 'whose history it is', uuid)
    .argument('<folder>', 'where it is')
    .action(verifyHistoryFiles);
  group
    .command('replay')
    .description('Makes the read models of a project, or of an organization, anew from its exported history alone; changes nothing.')
    .argument('<workspace>', 'the project or organization', uuid)
    .argument('<folder>', 'where the export is')
    .option('--compare', 'compares them with the live ones, row by row')
    .action(replay);
  group.command('witness').description('Prints the newest checkpoint over all histories, to be kept or posted elsewhere.').action(witness);
  group
    .command('rotate-key')
    .description('Makes a new key that signs checkpoints from now on; former public keys stay published.')
    .action(rotateKey);
  return group;
}

async function replay(
  id: string,
  folder: string,
  { compare = false, ...flags }: AnswerFlags & { readonly compare?: boolean },
): Promise<void> {
  const { facts, rows, differences, notCompared } = await onInstallation(({ db }) => replayHistory(db, id, folder, compare));
  const counts = Object.entries(rows).map(([table, count]) => `${table} ${count}`);
  const isEqual = compare && differences.length === 0;
  const lines = [
    `${facts} facts give ${counts.join(', ')} rows`,
    ...differences.map(({ table, row, live, replayed }) => `${table} ${row}\n  live     ${live ?? '-'}\n  replayed ${replayed ?? '-'}`),
    ...(compare ? Object.entries(notCompared).map(([what, why]) => `not compared: ${what} (${why})`) : []),
    ...(isEqual ? ['the read models are equal'] : []),
  ];
  const compared = compare ? { equal: isEqual, differences, not_compared: notCompared } : {};
  showAnswer(flags, { workspace_id: id, facts, rows, ...compared }, lines.join('\n'));
  if (differences.length > 0) throw new CommandFailed('the read models are not what the history says', exitCodes.refused);
}

async function rotateKey(flags: AnswerFlags): Promise<void> {
  const configuration = loadConfiguration(process.env);
  await onInstallation(async ({ db }) => {
    const { keys, findings } = await checkKeys(db, configuration);
    if (!keys) throw new CommandFailed(findings.map(({ line }) => line).join('\n'), exitCodes.refused);
    const vault = openVault(db, masterKeys(keys.MASTER_KEY, configuration.MASTER_PREVIOUS_KEYS));
    const keyId = await rotateSigningKey(db, vault, new Date());
    showAnswer(flags, { key_id: keyId }, `key ${keyId} signs from now on`);
  });
}

async function witness(flags: AnswerFlags): Promise<void> {
  await onInstallation(async ({ db }) => {
    const newest = await readOperatorCheckpoint(db);
    if (!newest) throw new CommandFailed('nothing has been signed yet', exitCodes.refused);
    const key = (await readVerifyingKeys(db)).find(({ keyId }) => keyId === newest.keyId);
    const [signedAt, publicKey] = [newest.signedAt.toISOString(), key?.publicKey.toString('base64')];
    const [text, signature] = [operatorText(newest), newest.signature.toString('base64')];
    const answer = { text, signed_at: signedAt, key_id: newest.keyId, public_key: publicKey, signature };
    showAnswer(flags, answer, `${text}signed at ${signedAt}\nkey ${newest.keyId} ${publicKey}\nsignature ${signature}`);
  });
}

function uuid(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('It takes a uuid.');
  return text.toLowerCase();
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
