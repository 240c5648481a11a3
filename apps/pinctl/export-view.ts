import type { Database, Transaction } from '@pps/read-store';
import { rename, rm } from 'node:fs/promises';
import { CommandFailed, exitCodes } from './command-failed';
import { openCsvFile, readViewColumns, type ViewColumn, type ViewFile, type ViewRow, openParquetFile } from './view-file';

export const viewFormats = ['parquet', 'csv'] as const;

export interface ViewExport {
  readonly view: string;
  readonly file: string;
  readonly format: (typeof viewFormats)[number];
  /** Texts of a CSV as they are, also where a spreadsheet would run them as formulas. */
  readonly forMachines?: boolean;
  /** Rows of this project or organization only. */
  readonly workspace?: string;
}

const rowsAtOnce = 5_000;
const timeoutMs = 10 * 60_000;
/** A portion may be written on a slow disk. */
const idleMs = 10 * 60_000;

/**
 * Writes what a view of analysts shows at one moment into a file, a portion of 5,000 rows after the other, so that memory does not grow with it. The file
 * is there when it is complete. Returns the number of rows. Throws `CommandFailed` where there is no such view.
 */
export async function exportView(db: Database, { view, file, format, forMachines = false, workspace }: ViewExport): Promise<number> {
  const part = `${file}.part`;
  const work = db.transaction(
    async (tx) => {
      await tx.raw(`set local idle_in_transaction_session_timeout = ${idleMs}; set local statement_timeout = ${timeoutMs}`);
      if (workspace !== undefined) await tx.raw(`select set_config('app.workspace', ?, true)`, [workspace]);
      const columns = await readViewColumns(tx, view);
      if (columns.length === 0) throw new CommandFailed(`there is no view analytics.${view}`, exitCodes.refused);
      const target = format === 'csv' ? await openCsvFile(part, columns, forMachines) : openParquetFile(part, columns);
      const rows = await copyRows(tx, view, columns, target).finally(() => target.close());
      await rename(part, file);
      return rows;
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
  return work.catch(async (error: unknown) => {
    await rm(part, { force: true });
    throw error;
  });
}

async function copyRows(tx: Transaction, view: string, columns: readonly ViewColumn[], target: ViewFile): Promise<number> {
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  await tx.raw(`declare exported no scroll cursor for select ${names} from analytics."${view}"`);
  for (let count = 0; ;) {
    const { rows } = await tx.raw<{ rows: ViewRow[] }>(`fetch ${rowsAtOnce} from exported`);
    if (rows.length === 0) return count;
    await target.write(rows);
    count += rows.length;
  }
}
