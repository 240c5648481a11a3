import { openJournal } from './journal';
import type { Change } from './journal';

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
