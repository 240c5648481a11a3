import {
  checkpointBody,
  readCheckpoints,
  readTreeSize,
  readVerifyingKeys,
  streamHistory,
  toHistoryItem,
  verifyingKeyBody,
} from '@pps/audit';
import type { Database } from '@pps/read-store';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { join } from 'node:path';
import { CommandFailed, exitCodes } from './command-failed';
import type { Installation } from './on-installation';

/** What `pinctl audit export` writes and the verifiers read. */
export const historyFiles = (folder: string) => ({
  facts: join(folder, 'export.ndjson'),
  checkpoints: join(folder, 'checkpoints.json'),
  keys: join(folder, 'keys.json'),
});

const pageSize = 500;

/** Writes a history, its checkpoints and the keys into a folder, which is made. Returns how many facts. Throws `CommandFailed` for an id without a history. */
export async function exportHistory({ db, store }: Pick<Installation, 'db' | 'store'>, treeId: string, folder: string): Promise<number> {
  const size = await readTreeSize(db, treeId);
  if (size === 0) throw new CommandFailed(`there is no history of a project or organization ${treeId}`, exitCodes.refused);
  await mkdir(folder, { recursive: true });
  const files = historyFiles(folder);
  const lines = async function* () {
    for await (const page of streamHistory({ db, store }, treeId, { from: 0, size, pageSize }))
      yield page.map((entry) => `${JSON.stringify(toHistoryItem(entry))}\n`).join('');
  };
  await pipeline(lines, createWriteStream(files.facts));
  // Newer ones may have been signed meanwhile, which cover more than was written.
  await writeItems(files.checkpoints, (await allCheckpoints(db, treeId, size)).map(checkpointBody));
  await writeItems(files.keys, (await readVerifyingKeys(db)).map(verifyingKeyBody));
  return size;
}

async function allCheckpoints(db: Database, treeId: string, size: number) {
  const all: Awaited<ReturnType<typeof readCheckpoints>> = [];
  for (let below: number | null = size + 1; below !== null;) {
    const page = await readCheckpoints(db, treeId, { below, limit: pageSize });
    all.push(...page);
    below = page.length < pageSize ? null : (page.at(-1)?.size ?? null);
  }
  return all;
}

const writeItems = (file: string, items: readonly object[]) => writeFile(file, `${JSON.stringify({ items }, null, 1)}\n`);
