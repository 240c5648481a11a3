import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readLines } from '@pps/concurrency';

/** One change of one row: table, id, the new row, or null when it was removed. */
type Change = readonly [table: string, id: string, row: unknown];

interface Journal {
  /** Changes of one tick of the event loop share a line, so they survive together or not at all. */
  add(change: Change): void;
  /** Resolves when all that was added is in the file; rejects for ever once a write has failed. */
  flushed(): Promise<void>;
  /** Replaces the file by these rows once all before is written. */
  rewrite(rows: Iterable<Change>): void;
  close(): Promise<void>;
}

/** Appends to `path`, first handing every change already there to `replay`. A torn line, left by a kill during a write, is skipped. */
async function openJournal(path: string, replay: (change: Change) => void): Promise<Journal> {
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
  for await (const line of readLines(createReadStream(path, 'utf8'))) for (const change of parseLine(line)) replay(change);
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

export interface Table<Row> {
  get(id: string): Row | undefined;
  put(id: string, row: Row): void;
  remove(id: string): void;
  rows(): Iterable<Row>;
  readonly size: number;
}

/** Rows in memory, every change in a journal. Rows are never changed in place. */
export interface JournaledStore {
  table<Row>(name: string): Table<Row>;
  /** Whole numbers from 1, never given twice, also not after a restart. */
  next(): number;
  /** Resolves when every change made so far would survive a kill. */
  flushed(): Promise<void>;
  close(): Promise<void>;
}

const compactAfter = 20_000;

export async function openJournaledStore(path: string): Promise<JournaledStore> {
  const tables = new Map<string, Map<string, unknown>>();
  let written = 0;
  const mapOf = (name: string): Map<string, unknown> => {
    const existing = tables.get(name);
    if (existing !== undefined) return existing;
    const fresh = new Map<string, unknown>();
    tables.set(name, fresh);
    return fresh;
  };
  const apply = ([table, id, row]: Change) => {
    written += 1;
    if (row === null) mapOf(table).delete(id);
    else mapOf(table).set(id, row);
  };
  const journal = await openJournal(path, apply);
  const change = (each: Change) => {
    apply(each);
    journal.add(each);
    const live = [...tables.values()].reduce((sum, rows) => sum + rows.size, 0);
    if (written < compactAfter + 4 * live) return;
    written = live;
    journal.rewrite(allRows(tables));
  };
  let sequence = Number(mapOf('sequence').get('last') ?? 0);
  return {
    table: <Row>(name: string) => tableOf<Row>(name, mapOf(name) as Map<string, Row>, change),
    next: () => {
      sequence += 1;
      change(['sequence', 'last', sequence]);
      return sequence;
    },
    flushed: () => journal.flushed(),
    close: () => journal.close(),
  };
}

function tableOf<Row>(name: string, rows: Map<string, Row>, change: (each: Change) => void): Table<Row> {
  return {
    get: (id) => rows.get(id),
    put: (id, row) => change([name, id, row]),
    remove: (id) => change([name, id, null]),
    rows: () => rows.values(),
    get size() {
      return rows.size;
    },
  };
}

function* allRows(tables: ReadonlyMap<string, ReadonlyMap<string, unknown>>): Iterable<Change> {
  for (const [table, rows] of tables) for (const [id, row] of rows) yield [table, id, row];
}
