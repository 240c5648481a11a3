import { fileWriter, ParquetWriter, schemaFromColumnData, type ColumnSource } from 'hyparquet-writer';
import { exportedValue, type ViewColumn } from './view-columns';
import type { ViewFile, ViewRow } from './view-file';

/** Writes rows as Parquet, one row group a portion; moments are UTC to the millisecond. */
export function openParquetFile(path: string, columns: readonly ViewColumn[]): ViewFile {
  const sources = (rows: readonly ViewRow[]): ColumnSource[] =>
    columns.map((column) => ({
      name: column.name,
      type: column.kind,
      nullable: true,
      data: rows.map((row) => exportedValue(column, row[column.name])),
    }));
  const writer = new ParquetWriter({ writer: fileWriter(path), schema: schemaFromColumnData({ columnData: sources([]) }) });
  return {
    write: async (rows) => void (await writer.write({ columnData: sources(rows), rowGroupSize: rows.length })),
    close: async () => void (await writer.finish()),
  };
}
