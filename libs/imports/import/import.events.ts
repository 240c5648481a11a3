import type { Fact } from '@pps/kernel';

export type ImportSource = 'json' | 'csv';

/** Who sent the file; its rows are created with what this credential may do when they are. */
export interface ImportRequester {
  readonly kind: 'session' | 'api_key';
  readonly userId: string;
  readonly keyId?: string;
  /** Allow-list of the credential; null: every account of the project. */
  readonly accountIds: readonly string[] | null;
}

/** What became of one row. */
export interface RowOutcome {
  /** Place in the file, from 1. */
  readonly rowNumber: number;
  readonly status: 'created' | 'existing' | 'failed';
  /** The account that the row names, where it could be read. */
  readonly accountId?: string;
  readonly pinId?: string;
  readonly scheduleId?: string;
  /** The client's own, or the one made of the row's content. */
  readonly idempotencyKey?: string;
  readonly errorCode?: string;
  readonly errorMessage?: string;
  /** The field at fault. */
  readonly errorField?: string;
}

/** A file of rows was accepted: each row becomes a pin or a schedule, or fails alone. */
export type ImportAccepted = Fact<
  'ImportAccepted',
  {
    readonly jobId: string;
    readonly projectId: string;
    readonly epoch: number;
    readonly organizationId: string;
    readonly sourceType: ImportSource;
    readonly sourceFilename?: string;
    /** What separates the cells of a CSV; a comma when absent. */
    readonly delimiter?: ';' | '\t';
    readonly totalRows: number;
    /** Every account that a readable row names, each once. */
    readonly accountIds: readonly string[];
    readonly requestedBy: ImportRequester;
    readonly acceptedAt: string;
  }
>;

/** The first of its rows is about to be created. */
export type ImportStarted = Fact<'ImportStarted', { readonly startedAt: string }>;

/** The next rows, in the order of the file, are done. */
export type ImportRowsProcessed = Fact<'ImportRowsProcessed', { readonly rows: readonly RowOutcome[]; readonly processedAt: string }>;

/** The client wants no more rows created. */
export type ImportCancelRequested = Fact<'ImportCancelRequested', { readonly requestedAt: string }>;

/** What readers want to know of an import that has ended. */
export interface ImportTotals {
  readonly jobId: string;
  readonly sourceType: ImportSource;
  readonly sourceFilename?: string;
  readonly totalRows: number;
  readonly createdRows: number;
  readonly existingRows: number;
  readonly failedRows: number;
  /** Every account that a readable row names, each once. */
  readonly accountIds: readonly string[];
  /** Allow-list of the credential that sent the file: rows of other accounts were refused. Absent where it had none, and in older facts. */
  readonly permittedAccountIds?: readonly string[];
  readonly acceptedAt: string;
}

/** Every row is done. */
export type ImportCompleted = Fact<'ImportCompleted', ImportTotals & { readonly canceled?: true; readonly completedAt: string }>;

/** The import ended before every row was done, and the rows that are left are not created. */
export type ImportFailed = Fact<'ImportFailed', ImportTotals & { readonly errorMessage: string; readonly failedAt: string }>;

export type ImportFact = ImportAccepted | ImportStarted | ImportRowsProcessed | ImportCancelRequested | ImportCompleted | ImportFailed;
