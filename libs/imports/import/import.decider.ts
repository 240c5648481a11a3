import { laterMoment, Rejected, type Decider } from '@pps/kernel';
import { countRows } from './import-view';
import type { ImportAccepted, ImportFact, ImportTotals, RowOutcome } from './import.events';
import type { Import, ImportState, OpenImport } from './import.state';

export const importDecider: Decider<ImportState, ImportFact> = { initial: { kind: 'none' }, evolve };

/** Code of the rows that a canceled import leaves behind. */
export const canceledCode = 'canceled';

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
  errorCode: canceledCode,
  errorMessage: 'The import was canceled before this row.',
});

/** Ends an import whose rows cannot be created any more. Silent where it has ended. */
export function failImport({ message, at }: { readonly message: string; readonly at: string }, state: ImportState): ImportFact[] {
  if (!isOpen(state)) return [];
  return [{ type: 'ImportFailed', data: { ...totalsOf(state, state.results), errorMessage: message, failedAt: at } }];
}

const isOpen = (state: ImportState): state is OpenImport => state.kind === 'import' && state.phase === 'open';

function totalsOf(job: OpenImport, results: readonly RowOutcome[]): ImportTotals {
  const { jobId, sourceType, sourceFilename, totalRows, accountIds, acceptedAt } = job;
  const filename = sourceFilename === undefined ? {} : { sourceFilename };
  const permitted = job.requestedBy.accountIds;
  const limits = permitted === null ? {} : { permittedAccountIds: permitted };
  return { jobId, sourceType, ...filename, totalRows, ...countRows(results), accountIds, ...limits, acceptedAt };
}

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
