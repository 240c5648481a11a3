import { Readable } from 'node:stream';
import { failedRowsCsv } from './failed-rows-csv';
import { importColumns } from './read-header';
import { readCsv } from './read-csv';

const header = importColumns.join(',');
const mostMs = 10_000;

/** Reads a file within a time of the processor, whatever else runs on the machine; with work that grows with the square of a cell it would be minutes. */
async function reads(file: string): Promise<void> {
  const began = process.cpuUsage();
  const rows = await readCsv(Readable.from([Buffer.from(file)]), 500).then(
    ({ rows }) => rows,
    () => [],
  );
  failedRowsCsv(rows.map(({ cells, unnamed }) => ({ given: { ...cells, '': unnamed }, error: 'bad', idempotencyKey: null })));
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(mostMs);
}

it.each(importColumns.flatMap((column) => [' ', '0', '\u200b', "'", ';', '=', 'E', ':'].map((sign) => [column, sign] as const)))(
  'a cell of %s with half a million of %j is read in time that grows with it',
  async (column, sign) => {
    const cell = `x813744226420123${sign.repeat(500_000)}y`;
    await reads(`${header}\n${importColumns.map((name) => (name === column ? `"${cell}"` : '')).join(',')}\n`);
  },
);

it.each([
  ['a padded line that says the separator', `sep=${','.repeat(60_000)}x\n${header}\na,b\n`],
  ['a name with blanks in it', `account_id,${' '.repeat(60_000)}x\na,b\n`],
  ['a name with separators behind it', `"account_id${';'.repeat(60_000)}x"\na\n`],
  ['digits that end in zeros', `board_section_id\n813744226420123${'0'.repeat(500_000)}x\n`],
  ['a row of two million cells', `title\nx${','.repeat(2_000_000)}y\n`],
  ['a row of a million filled cells', `title\nx${',a'.repeat(1_000_000)}\n`],
  ['line ends alone', `${'\r\n'.repeat(1_000_000)}${header}\na,b\n`],
])('%s is read in time that grows with it', (_, file) => reads(file));
