import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { CommandFailed, exitCodes } from './command-failed';
import { historyFiles } from './history-files';

// Programs run from dist/.
const verifier = join(__dirname, '../../../docs/verify-history.mjs');

/** Runs the published verifier on what `exportHistory` wrote; it says its verdict itself. Throws `CommandFailed` where that is not that all is valid. */
export async function verifyHistoryFiles(treeId: string, folder: string): Promise<void> {
  const { facts, checkpoints, keys } = historyFiles(folder);
  const child = spawn(process.execPath, [verifier, facts, checkpoints, keys, treeId], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0)
    throw new CommandFailed(code === 1 ? 'the history is not what was signed' : 'the history could not be read', exitCodes.refused);
}
