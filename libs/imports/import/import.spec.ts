import { Rejected } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { importAccepted, rowCreated, rowFailed } from '../testing';
import { requestCancellation, failImport, recordRows, startImport, importStream, type ImportFact, type ImportState } from './import.stream';
import { describeImport } from './import-view';

const at = '2026-11-20T10:00:05.000Z';
const started: ImportFact = { type: 'ImportStarted', data: { startedAt: at } };
const givenImport = (...facts: ImportFact[]) => given<ImportState, ImportFact>(importStream.decider, importAccepted(), ...facts);
const after = (...facts: ImportFact[]) => {
  const { state } = givenImport(...facts);
  if (state.kind !== 'import') throw new Error('no import');
  return state;
};
const rows = (...outcomes: ReturnType<typeof rowCreated>[]): ImportFact => ({
  type: 'ImportRowsProcessed',
  data: { rows: outcomes, processedAt: at },
});

it('ends with its last row, and says how many of each kind there were', () => {
  const open = after(started, rows(rowCreated(1)));
  expect(describeImport(open)).toMatchObject({ status: 'processing', processedRows: 1, createdRows: 1 });
  const facts = recordRows({ rows: [rowCreated(2, { status: 'existing' }), rowFailed(3)], at }, open);
  expect(facts.map(({ type }) => type)).toEqual(['ImportRowsProcessed', 'ImportCompleted']);
  expect(facts[1]?.data).toMatchObject({ totalRows: 3, createdRows: 1, existingRows: 1, failedRows: 1 });
  const ended = after(started, rows(rowCreated(1)), ...facts);
  expect(describeImport(ended)).toMatchObject({ status: 'completed_with_errors', processedRows: 3, completedAt: at, errorMessage: null });
});

it('is completed without errors when no row failed', () => {
  const facts = recordRows({ rows: [1, 2, 3].map((n) => rowCreated(n)), at }, after(started));
  expect(describeImport(after(started, ...facts)).status).toBe('completed');
});

it('leaves rows as they were recorded first, whoever else has done them too', () => {
  const open = after(started, rows(rowCreated(1), rowCreated(2)));
  expect(recordRows({ rows: [rowFailed(1), rowFailed(2)], at }, open)).toEqual([]);
  const [recorded] = recordRows({ rows: [rowFailed(2), rowCreated(3)], at }, open);
  expect(recorded?.data).toMatchObject({ rows: [{ rowNumber: 3 }] });
});

it('refuses rows that leave some out', () => {
  expect(() => recordRows({ rows: [rowCreated(2)], at }, after(started))).toThrow('do not follow row 0');
});

it('was last changed no earlier than before, also by a cancellation that began before a portion of rows', () => {
  const cancelled: ImportFact = { type: 'ImportCancelRequested', data: { requestedAt: '2026-11-20T10:00:01.000Z' } };
  expect(after(started, cancelled)).toMatchObject({ updatedAt: at });
});

it('starts once', () => {
  expect(startImport(at, after())).toHaveLength(1);
  expect(startImport(at, after(started))).toEqual([]);
});

it('fails as a whole once, with what was done until then', () => {
  const facts = failImport({ message: 'The API key was revoked.', at }, after(started, rows(rowCreated(1))));
  expect(facts).toMatchObject([{ type: 'ImportFailed', data: { createdRows: 1, totalRows: 3, errorMessage: 'The API key was revoked.' } }]);
  const ended = after(started, rows(rowCreated(1)), ...facts);
  expect(describeImport(ended)).toMatchObject({ status: 'failed', processedRows: 1, errorMessage: 'The API key was revoked.' });
  expect(failImport({ message: 'again', at }, ended)).toEqual([]);
  expect(recordRows({ rows: [rowCreated(2)], at }, ended)).toEqual([]);
});

describe('a cancellation', () => {
  it('ends an import that has not started at once; its rows fail with a code of their own', () => {
    const facts = requestCancellation(at, after());
    expect(facts.map(({ type }) => type)).toEqual(['ImportCancelRequested', 'ImportRowsProcessed', 'ImportCompleted']);
    const ended = after(...facts);
    expect(ended.results.map(({ errorCode }) => errorCode)).toEqual(['canceled', 'canceled', 'canceled']);
    expect(describeImport(ended)).toMatchObject({
      status: 'completed_with_errors',
      failedRows: 3,
      errorMessage: 'The import was canceled.',
    });
    expect(startImport(at, ended)).toEqual([]);
  });

  it('of a running one is noted, and a repeat is silent, also when it has ended', () => {
    const [requested] = requestCancellation(at, after(started));
    if (!requested) throw new Error('nothing was noted');
    expect(requested.type).toBe('ImportCancelRequested');
    expect(requestCancellation(at, after(started, requested))).toEqual([]);
    const done = recordRows({ rows: [1, 2, 3].map((n) => rowCreated(n)), at }, after(started, requested));
    expect(done.at(-1)?.data).toMatchObject({ canceled: true });
    expect(requestCancellation(at, after(started, requested, ...done))).toEqual([]);
  });

  it('of one that has ended is refused', () => {
    const done = recordRows({ rows: [1, 2, 3].map((n) => rowCreated(n)), at }, after(started));
    expect(() => requestCancellation(at, after(started, ...done))).toThrow(Rejected);
  });
});
