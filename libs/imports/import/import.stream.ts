import type { StreamType } from '@pps/event-store';
import { laterMoment, Rejected, type Fact } from '@pps/kernel';

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

const isOpen = (state: ImportState): state is OpenImport => state.kind === 'import' && state.phase === 'open';

function evolve(before: ImportState, fact: ImportFact): ImportState {
  const state = evolved(before, fact);
  if (before.kind !== 'import' || state.kind !== 'import' || state === before) return state;
  // A cancellation and a portion of rows may have begun in another order than they were recorded.
  return { ...state, updatedAt: laterMoment(before.updatedAt, state.updatedAt) };
}

function evolved(state: ImportState, fact: ImportFact): ImportState {
  if (fact.type === 'ImportAccepted') {
    const { data } = fact;
    const begun = { results: [], startedAt: null, cancelRequestedAt: null, updatedAt: data.acceptedAt };
    return { kind: 'import', phase: 'open', ...data, ...begun };
  }
  if (!isOpen(state)) return state;
  switch (fact.type) {
    case 'ImportStarted':
      return { ...state, startedAt: fact.data.startedAt, updatedAt: fact.data.startedAt };
    case 'ImportRowsProcessed': {
      const next = fact.data.rows.filter(({ rowNumber }) => rowNumber > state.results.length);
      return { ...state, results: next.length > 0 ? [...state.results, ...next] : state.results, updatedAt: fact.data.processedAt };
    }
    case 'ImportCancelRequested':
      return { ...state, cancelRequestedAt: fact.data.requestedAt, updatedAt: fact.data.requestedAt };
    case 'ImportCompleted': {
      const { completedAt } = fact.data;
      return { ...state, phase: 'ended', endedAt: completedAt, failure: null, updatedAt: completedAt };
    }
    case 'ImportFailed': {
      const { failedAt, errorMessage } = fact.data;
      return { ...state, phase: 'ended', endedAt: failedAt, failure: errorMessage, updatedAt: failedAt };
    }
  }
}

/** Silent for a repeat: the job's id is new each time a file is sent, but for one that its client named by a key. */
export function queueImport(accepted: ImportAccepted['data'], state: ImportState): ImportFact[] {
  return state.kind === 'none' ? [{ type: 'ImportAccepted', data: accepted }] : [];
}

/** Silent where it has started or ended. */
export function startImport(at: string, state: ImportState): ImportFact[] {
  return isOpen(state) && state.startedAt === null ? [{ type: 'ImportStarted', data: { startedAt: at } }] : [];
}

/**
 * Records what became of rows, and that all are done with the last one. Rows that are recorded already stay as they are, so that two processes
 * may work on the same rows. Throws for rows that do not follow what is recorded.
 */
export function recordRows({ rows, at }: { readonly rows: readonly RowOutcome[]; readonly at: string }, state: ImportState): ImportFact[] {
  if (!isOpen(state)) return [];
  const next = rows.filter(({ rowNumber }) => rowNumber > state.results.length);
  const isInOrder = next.every(({ rowNumber }, index) => rowNumber === state.results.length + 1 + index);
  if (!isInOrder) throw new Error(`rows of import ${state.jobId} do not follow row ${state.results.length}`);
  const results = [...state.results, ...next];
  const recorded: ImportFact[] = next.length > 0 ? [{ type: 'ImportRowsProcessed', data: { rows: next, processedAt: at } }] : [];
  if (results.length < state.totalRows) return recorded;
  const canceled = state.cancelRequestedAt === null ? {} : { canceled: true as const };
  return [...recorded, { type: 'ImportCompleted', data: { ...totalsOf(state, results), ...canceled, completedAt: at } }];
}

/**
 * Asks that no more rows are created; an import that has not started ends at once. Silent for a repeat. Throws `Rejected('conflict')` for one
 * that has ended otherwise.
 */
export function requestCancellation(at: string, state: Import): ImportFact[] {
  if (state.cancelRequestedAt !== null) return [];
  if (state.phase === 'ended')
    throw new Rejected(
      'conflict',
      'The import has ended; nothing of it is left to cancel.',
      {},
      { remediation: 'Delete the pins or cancel the schedules that it created, by the ids in its results.' },
    );
  const requested: ImportFact = { type: 'ImportCancelRequested', data: { requestedAt: at } };
  if (state.startedAt !== null) return [requested];
  return [requested, ...recordRows({ rows: canceledRows(state), at }, { ...state, cancelRequestedAt: at })];
}

/** The rows that are left, as a cancellation leaves them. */
const canceledRows = ({ results, totalRows }: Import): RowOutcome[] =>
  Array.from({ length: totalRows - results.length }, (_, index) => canceledRow(results.length + 1 + index));

export const canceledRow = (rowNumber: number): RowOutcome => ({
  rowNumber,
  status: 'failed',
  errorCode: 'canceled',
  errorMessage: 'The import was canceled before this row.',
});

/** Ends an import whose rows cannot be created any more. Silent where it has ended. */
export function failImport({ message, at }: { readonly message: string; readonly at: string }, state: ImportState): ImportFact[] {
  if (!isOpen(state)) return [];
  return [{ type: 'ImportFailed', data: { ...totalsOf(state, state.results), errorMessage: message, failedAt: at } }];
}

export interface RowCounts {
  readonly createdRows: number;
  readonly existingRows: number;
  readonly failedRows: number;
}

export function countRows(results: readonly RowOutcome[]): RowCounts {
  const count = (status: RowOutcome['status']) => results.filter((row) => row.status === status).length;
  return { createdRows: count('created'), existingRows: count('existing'), failedRows: count('failed') };
}

function totalsOf(job: OpenImport, results: readonly RowOutcome[]): ImportTotals {
  const { jobId, sourceType, sourceFilename, totalRows, accountIds, acceptedAt } = job;
  const filename = sourceFilename === undefined ? {} : { sourceFilename };
  const permitted = job.requestedBy.accountIds;
  const limits = permitted === null ? {} : { permittedAccountIds: permitted };
  return { jobId, sourceType, ...filename, totalRows, ...countRows(results), accountIds, ...limits, acceptedAt };
}

/** `import-<jobId>`: one file of rows: accepted, worked off in portions, ended. */
export const importStream: StreamType<ImportState, ImportFact> = {
  category: 'import',
  decider: { initial: { kind: 'none' }, evolve },
  snapshot: { version: 2, every: 200 },
  facts: {
    ImportAccepted: 1,
    ImportStarted: 1,
    ImportRowsProcessed: 1,
    ImportCancelRequested: 1,
    ImportCompleted: 1,
    ImportFailed: 1,
  },
  sealed: {
    ImportAccepted: ['sourceFilename'],
    ImportRowsProcessed: ['rows[].idempotencyKey', 'rows[].errorMessage'],
    ImportCompleted: ['sourceFilename'],
    ImportFailed: ['sourceFilename', 'errorMessage'],
  },
};
