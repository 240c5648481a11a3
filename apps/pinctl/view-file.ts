/** A row of a view, by column. */
export type ViewRow = Readonly<Record<string, unknown>>;

/** A file that takes rows in portions. */
export interface ViewFile {
  write(rows: readonly ViewRow[]): Promise<void>;
  close(): Promise<void>;
}
