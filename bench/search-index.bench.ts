import { newId } from '@pps/kernel';
import { openDatabase, type Database, type Transaction } from '@pps/read-store';
import { pinSearchTable } from '@projections/pins/pin-search.tables';
import { gramsOf, searchTextOf } from '@projections/pins/search-text';
import { writeSearchedTexts, type WrittenText } from '@projections/pins/write-searched-texts';
import { withBenchParts } from './bench-parts';
import { cpuOfProcess } from './cpu-time';
import { percentile } from './percentile';

// What the texts of new pins cost PostgreSQL so that searches find them (Linux): those of a project's first pins not indexed, beside an index of all.
// The projects are new: what they cost later is what the pins of one project cost here.

const pins = Number(process.env['PINS'] ?? 15_000);
const projects = (process.env['PROJECTS'] ?? '1,10,100').split(',').map(Number);
const batchSize = 100;
const words = 'blue door garden kitchen autumn pumpkin wooden table recipe summer paris morning coffee light shelf Kürbis'.split(' ');

type Write = (tx: Transaction, table: string, batch: readonly WrittenText[]) => Promise<void>;

const ways: Readonly<Record<string, Write>> = {
  all: (tx, table, batch) =>
    pinSearchTable.upsertFrom(
      tx,
      table,
      batch.map((text) => ({ ...text, nth: 0, hashes: gramsOf(text.text, text.projectId) })),
    ),
  'not the first 1,000': (tx, table, batch) => writeSearchedTexts(batch, { tx, table: () => table, remove: () => Promise.resolve() }),
};

export async function run(): Promise<void> {
  await withBenchParts(async ({ postgres }) => {
    const db = openDatabase(postgres.url, 1);
    const rows = [];
    for (const count of projects) {
      const searched = searchedPins(count);
      for (const [way, write] of Object.entries(ways))
        rows.push({ projects: count, indexed: way, ...(await measure(db, searched, write)) });
    }
    await db.destroy();
    console.log(`${pins.toLocaleString('en')} new pins in batches of ${batchSize}`);
    console.table(rows);
  });
}

async function measure(db: Database, searched: readonly WrittenText[], write: Write): Promise<object> {
  const table = 'public.searched';
  await db.transaction((tx) => pinSearchTable.create(tx, table));
  const before = await spentBy(db);
  const times: number[] = [];
  for (let from = 0; from < searched.length; from += batchSize) {
    const begun = performance.now();
    await db.transaction(async (tx) => {
      // As the projector's batches do.
      await tx.raw('set local enable_seqscan = off');
      await write(tx, table, searched.slice(from, from + batchSize));
    });
    times.push(performance.now() - begun);
  }
  const after = await spentBy(db);
  const { rows: sizes } = await db.raw<{ rows: { size: string }[] }>('select pg_indexes_size(:table::regclass) as size', { table });
  await db.raw(`drop table ${table}`);
  return {
    'CPU of PostgreSQL, ms a pin': ((after.cpu - before.cpu) / searched.length).toFixed(3),
    'WAL, bytes a pin': ((after.wal - before.wal) / searched.length).toFixed(0),
    'a batch took, p50 ms': percentile(times, 50).toFixed(1),
    'p99 ms': percentile(times, 99).toFixed(0),
    'indexes, MiB': (Number(sizes[0]?.size) / 2 ** 20).toFixed(1),
  };
}

/** CPU milliseconds of the connection's process, and bytes of write-ahead log of all, so far. */
async function spentBy(db: Database): Promise<{ cpu: number; wal: number }> {
  const { rows } = await db.raw<{ rows: { pid: number; wal: string }[] }>(
    `select pg_backend_pid() as pid, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal`,
  );
  return { cpu: cpuOfProcess(rows[0]?.pid ?? 0), wal: Number(rows[0]?.wal) };
}

/** Pins of so many projects by turns, each with a link of its own. */
function searchedPins(count: number): WrittenText[] {
  const owners = Array.from({ length: count }, () => ({ projectId: newId(), boardId: newId() }));
  const word = () => words[Math.floor(Math.random() * words.length)] ?? '';
  return Array.from({ length: pins }, (_, n) => {
    const { projectId, boardId } = owners[n % count] ?? { projectId: newId(), boardId: newId() };
    const description = `Found on a ${word()} walk through the ${word()}, before the ${word()} and the ${word()} of ${word()} were there.`;
    const content = { title: `A ${word()} ${word()} in ${word()}`, description, linkUrl: `https://example.org/${newId()}`, imageUrl: '' };
    return { pinId: newId(), projectId, epoch: 0, isRemoved: false, text: searchTextOf({ boardId, content }), queuedPosition: BigInt(n) };
  });
}
