import type { ImportAccepted, RowOutcome } from './import.events';

export type ImportStatus = 'queued' | 'processing' | 'completed' | 'completed_with_errors' | 'failed';

interface ImportDetails extends Readonly<ImportAccepted['data']> {
  readonly kind: 'import';
  /** Of the first rows of the file, in its order: row n is at n - 1. */
  readonly results: readonly RowOutcome[];
  readonly startedAt: string | null;
  readonly cancelRequestedAt: string | null;
  readonly updatedAt: string;
}

/** Rows are left. */
export interface OpenImport extends ImportDetails {
  readonly phase: 'open';
}

/** Nothing more comes of it. */
export interface EndedImport extends ImportDetails {
  readonly phase: 'ended';
  readonly endedAt: string;
  /** Why it ended before all rows were done. */
  readonly failure: string | null;
}

export type Import = OpenImport | EndedImport;

export type ImportState = { readonly kind: 'none' } | Import;
