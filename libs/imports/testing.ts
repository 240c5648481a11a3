import { streamSamples, type StreamSamples } from '@pps/event-store/testing';
import { importStream, type ImportAccepted, type ImportFact, type RowOutcome } from './import/import.stream';

const id = (digit: number): string => `01890a5d-ac96-774b-bcce-${String(digit).padStart(12, '0')}`;

/** An import as it is accepted, with whatever a spec cares about. */
export const importAccepted = (changes: Partial<ImportAccepted['data']> = {}): ImportAccepted => ({
  type: 'ImportAccepted',
  data: {
    jobId: id(1),
    projectId: id(2),
    epoch: 0,
    organizationId: id(3),
    sourceType: 'json',
    totalRows: 3,
    accountIds: [id(4)],
    requestedBy: { kind: 'session', userId: id(5), accountIds: null },
    acceptedAt: '2026-11-20T10:00:00.000Z',
    ...changes,
  },
});

export const rowCreated = (rowNumber: number, changes: Partial<RowOutcome> = {}): RowOutcome => ({
  rowNumber,
  status: 'created',
  accountId: id(4),
  pinId: id(10 + rowNumber),
  idempotencyKey: `door-${rowNumber}`,
  ...changes,
});

export const rowFailed = (rowNumber: number): RowOutcome => ({
  rowNumber,
  status: 'failed',
  errorCode: 'validation_error',
  errorMessage: 'title: must have 1 to 100 characters',
  errorField: 'title',
});

const totals = { jobId: id(1), totalRows: 3, accountIds: [id(4)], acceptedAt: '2026-11-20T10:00:00.000Z' };

export const importSamples: readonly ImportFact[] = [
  importAccepted(),
  importAccepted({
    sourceType: 'csv',
    sourceFilename: 'autumn.csv',
    requestedBy: { kind: 'api_key', userId: id(5), keyId: id(6), accountIds: [id(4)] },
  }),
  importAccepted({ sourceType: 'csv', sourceFilename: 'autumn.csv', delimiter: ';' }),
  { type: 'ImportStarted', data: { startedAt: '2026-11-20T10:00:01.000Z' } },
  {
    type: 'ImportRowsProcessed',
    data: {
      rows: [rowCreated(1), rowCreated(2, { status: 'existing' }), rowFailed(3), rowCreated(4, { scheduleId: id(8) })],
      processedAt: '2026-11-20T10:00:02.000Z',
    },
  },
  { type: 'ImportCancelRequested', data: { requestedAt: '2026-11-20T10:00:03.000Z' } },
  {
    type: 'ImportCompleted',
    data: { ...totals, sourceType: 'json', createdRows: 2, existingRows: 0, failedRows: 1, completedAt: '2026-11-20T10:00:04.000Z' },
  },
  {
    type: 'ImportCompleted',
    data: {
      ...totals,
      sourceType: 'csv',
      sourceFilename: 'autumn.csv',
      createdRows: 1,
      existingRows: 1,
      failedRows: 1,
      canceled: true,
      completedAt: '2026-11-20T10:00:04.000Z',
    },
  },
  {
    type: 'ImportFailed',
    data: {
      ...totals,
      sourceType: 'json',
      createdRows: 1,
      existingRows: 0,
      failedRows: 0,
      errorMessage: 'The API key that sent the import was revoked.',
      failedAt: '2026-11-20T10:00:04.000Z',
    },
  },
];

/** A sample of every shape ever written; a shape that changes gets a new sample, the old one stays as an older one. */
export const samples: readonly StreamSamples[] = [streamSamples(importStream, importSamples)];
