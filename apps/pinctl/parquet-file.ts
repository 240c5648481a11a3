import { fileWriter, ParquetWriter, schemaFromColumnData, type ColumnSource } from 'hyparquet-writer';
import { exportedValue, type ViewColumn } from './view-columns';
import type { ViewFile, ViewRow } from './view-file';

// Without it hyparquet-writer (0.17.0) writes local times, which readers in another zone take for other moments.
const instant = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } as const;

/** Writes rows as Parquet, one row group a portion; moments are UTC to the millisecond. */
export function openParquetFile(path: string, columns: readonly ViewColumn[]): ViewFile {
  const sources = (rows: readonly ViewRow[]): ColumnSource[] =>
    columns.map((column) => ({
      name: column.name,
      type: column.kind,
      nullable: true,
      data: rows.map((row) => exportedValue(column, row[column.name])),
    }));
  const schema = schemaFromColumnData({ columnData: sources([]) }).map((element) =>
    element.converted_type === 'TIMESTAMP_MILLIS' ? { ...element, logical_type: instant } : element,
  );
  const writer = new ParquetWriter({ writer: fileWriter(path), schema });
  return {
    write: async (rows) => void (await writer.write({ columnData: sources(rows), rowGroupSize: rows.length })),
    close: async () => void (await writer.finish()),
  };
}
