import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CommandFailed, exitCodes } from './command-failed';
import { historyFiles } from './history-files';

// Programs run from dist/.
const verifier = join(__dirname, '../../../docs/verify-history.mjs');

/** Runs the published verifier on what `exportHistory` wrote; it says its verdict itself. Throws `CommandFailed` where that is not that all is valid. */
export async function verifyHistoryFiles(treeId: string, folder: string): Promise<void> {
  const { facts, checkpoints, keys } = historyFiles(folder);
  const child = spawn(process.execPath, [verifier, facts, checkpoints, keys, treeId], { stdio: ['ignore', 'inherit', 'pipe'] });
  const [[code], line] = await Promise.all([once(child, 'close') as Promise<[number | null]>, text(child.stderr)]);
  if (code === 1) throw new CommandFailed('the history is not what was signed', exitCodes.refused);
  if (code !== 0) throw new CommandFailed(line.trim() || 'the verifier did not end', exitCodes.usage);
}
