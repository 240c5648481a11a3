import { parse } from 'csv-parse/sync';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Importer } from '../../imports/importer';
import type { Finding } from './resaved-files';
import type { ResavingProgram } from './resaving-program';
import { sendRows } from './sent-rows';

type Row = Readonly<Record<string, string>>;

/** Lets a program save an export of pins again, says which of its columns it has changed, and sends it as an import, which it is not. */
export async function resaveExport(
  importer: Importer,
  exported: string,
  program: ResavingProgram,
  folder: string,
): Promise<readonly Omit<Finding, 'program'>[]> {
  const [from, to] = [join(folder, 'export.csv'), join(folder, 'export-saved.csv')];
  await copyFile(exported, from);
  await program.save([{ from, to }]);
  const file = 'export';
  const saved = await readFile(to).catch(() => null);
  if (saved === null) return [{ file, kind: 'as it is', verdict: 'refused with words', said: 'The program could not read it.' }];
  const { refusal } = await sendRows(importer, Uint8Array.from(saved));
  const asImport =
    refusal === null
      ? ({ verdict: 'silently wrong', said: 'taken as an import' } as const)
      : ({ verdict: 'refused with words', said: refusal } as const);
  const [before, after] = [rowsOf(await readFile(from)), rowsOf(saved)];
  const columns = Object.keys(before[0] ?? {}).map((column) => {
    const changed = before.flatMap((row, index) =>
      row[column] === after[index]?.[column] ? [] : [`${row[column]} became ${after[index]?.[column]}`],
    );
    return {
      file,
      kind: column,
      verdict: changed.length === 0 ? 'same' : 'changed by the program',
      said: `${changed.length}: ${changed[0] ?? ''}`,
    } as const;
  });
  return [{ file, kind: 'as it is', ...asImport }, ...columns];
}

const rowsOf = (bytes: Buffer): Row[] =>
  parse(bytes, { columns: true, bom: true, relax_column_count: true, record_delimiter: ['\r\n', '\n'] }) as Row[];
