import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

/** One change of one row: table, id, the new row, or null when it was removed. */
export type Change = readonly [table: string, id: string, row: unknown];

export interface Journal {
  /** Changes of one tick of the event loop share a line, so they survive together or not at all. */
  add(change: Change): void;
  /** Resolves when all that was added is in the file; rejects for ever once a write has failed. */
  flushed(): Promise<void>;
  /** Replaces the file by these rows once all before is written. */
  rewrite(rows: Iterable<Change>): void;
  close(): Promise<void>;
}

/** Appends to `path`, first handing every change already there to `replay`. A torn line, left by a kill during a write, is skipped. */
export async function openJournal(path: string, replay: (change: Change) => void): Promise<Journal> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  let file = await open(path, 'a+', 0o600);
  await replayLines(path, replay);
  let torn = await endsTorn(file);
  let pending: Change[] = [];
  let rewriting: Iterable<Change> | undefined;
  let last: Promise<void> = Promise.resolve();
  let scheduled = false;

  const write = async () => {
    scheduled = false;
    const rows = rewriting;
    const changes = pending;
    rewriting = undefined;
    pending = [];
    if (changes.length > 0) await file.appendFile(`${torn ? '\n' : ''}${JSON.stringify(changes)}\n`);
    torn = false;
    if (rows !== undefined) file = await replaceFile(file, path, rows);
  };
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    last = last.then(write);
    last.catch(() => undefined);
  };
  return {
    add: (change) => {
      pending.push(change);
      schedule();
    },
    flushed: () => last,
    rewrite: (rows) => {
      rewriting = rows;
      schedule();
    },
    close: async () => {
      await last.catch(() => undefined);
      await file.close();
    },
  };
}

async function replayLines(path: string, replay: (change: Change) => void): Promise<void> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  for await (const line of lines) for (const change of parseLine(line)) replay(change);
}

function parseLine(line: string): readonly Change[] {
  try {
    return JSON.parse(line) as Change[];
  } catch {
    return [];
  }
}

async function endsTorn(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== 0x0a;
}

async function replaceFile(old: FileHandle, path: string, rows: Iterable<Change>): Promise<FileHandle> {
  const beside = `${path}.new`;
  const out = createWriteStream(beside, { mode: 0o600 });
  for (const row of rows) if (!out.write(`${JSON.stringify([row])}\n`)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
  await rename(beside, path);
  await old.close();
  return open(path, 'a+', 0o600);
}
