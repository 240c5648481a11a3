import { mapLimited } from '@pps/concurrency';
import type { Principal } from '@pps/identity';
import type { RowRequest, StoredRow } from '@pps/imports';
import type { RowOutcome } from '@pps/imports/events';
import { Rejected } from '@pps/kernel';
import { createPins, type BatchItem } from '../create-pin/create-pins';
import {
  failedOutcome,
  importRow,
  isFinalForRow,
  makeForRow,
  outcomeOfMade,
  type ImportOfRows,
  type ImportRowDeps,
  type MadeForRow,
} from './import-row';
import { asStoredBefore, refuseRoundedKeys, type RoundedKeysDeps } from './as-stored-before';

interface RowsProgress {
  /** Pins and schedules of the import's rows so far; those of new rows are added. */
  readonly createdHere: Set<string>;
  /** What became of the rows, in their order, is added here, also where something is thrown in the end. */
  readonly outcomes: RowOutcome[];
  /** Whether the rows that are left are to be done another time. */
  readonly isEnough: () => boolean;
}

type RequestedRow = StoredRow & { readonly request: RowRequest };
type Made = MadeForRow | { readonly error: unknown };

const schedulesAtOnce = 20;
const lookedUpAtOnce = 20;

/**
 * Creates what the rows ask for, each as `importRow` would alone and in their order: their pins as a batch, whose units of quota are reserved
 * together. Where the quota does not cover all of it, and where a row met what may pass by itself, the rows are done one after the other. Throws as
 * `importRow` does.
 */
export async function importRows(
  deps: ImportRowDeps & RoundedKeysDeps,
  principal: Principal,
  job: ImportOfRows,
  rows: readonly StoredRow[],
  { createdHere, outcomes, isEnough }: RowsProgress,
): Promise<void> {
  const taken = await refuseRoundedKeys(deps, principal, job, rows);
  const known = await mapLimited(lookedUpAtOnce, taken, (row) => asStoredBefore(deps, principal, job, row));
  for (const some of withDistinctKeys(known)) {
    const made = await makeTogether(deps, principal, job, some.filter(isRequested));
    for (const row of some) {
      const madeOne = made.get(row.rowNumber);
      if (!madeOne && isEnough()) return;
      const outcome = await outcomeOf(deps, principal, job, row, madeOne, createdHere);
      outcomes.push(outcome);
      const id = outcome.status === 'created' ? (outcome.pinId ?? outcome.scheduleId) : undefined;
      if (id !== undefined) createdHere.add(id);
    }
  }
}

const isRequested = (row: StoredRow): row is RequestedRow => row.request !== null;

async function outcomeOf(
  deps: ImportRowDeps,
  principal: Principal,
  job: ImportOfRows,
  row: StoredRow,
  made: Made | undefined,
  createdHere: ReadonlySet<string>,
): Promise<RowOutcome> {
  if (made && isRequested(row)) {
    if (!('error' in made)) return outcomeOfMade(row, made, job, createdHere);
    if (isFinalForRow(made.error)) return failedOutcome(row, made.error);
  }
  return importRow(deps, principal, job, row, createdHere);
}

/** Portions in which no key comes twice: of rows with the same key the later one is done after the earlier. */
function withDistinctKeys(rows: readonly StoredRow[]): StoredRow[][] {
  const portions: StoredRow[][] = [];
  let keys = new Set<string>();
  for (const row of rows) {
    const key = row.request?.idempotencyKey;
    const last = portions.at(-1);
    if (last && (key === undefined || !keys.has(key))) last.push(row);
    else {
      portions.push([row]);
      keys = new Set();
    }
    if (key !== undefined) keys.add(key);
  }
  return portions;
}

/** Schedules first: they take no unit of quota. */
async function makeTogether(
  deps: ImportRowDeps,
  principal: Principal,
  job: ImportOfRows,
  rows: readonly RequestedRow[],
): Promise<ReadonlyMap<number, Made>> {
  const [scheduled, immediate] = [
    rows.filter(({ request }) => request.runAt !== null),
    rows.filter(({ request }) => request.runAt === null),
  ];
  const schedules = await mapLimited(schedulesAtOnce, scheduled, async ({ rowNumber, request }): Promise<[number, Made]> => {
    return [rowNumber, await makeForRow(deps, principal, job, request).catch((error: unknown) => ({ error }))];
  });
  return new Map([...schedules, ...(await makePins(deps, principal, job, immediate))]);
}

/** Nothing where the batch was refused as a whole. */
async function makePins(
  deps: ImportRowDeps,
  principal: Principal,
  job: ImportOfRows,
  rows: readonly RequestedRow[],
): Promise<readonly (readonly [number, Made])[]> {
  // A single one costs no less in a batch.
  if (rows.length <= 1) return [];
  const requests = rows.map(({ request }) => ({
    request: { ...request, importJobId: job.jobId },
    at: ['body'],
  }));
  try {
    const { items } = await createPins(deps, principal, requests, 'import', async () => undefined);
    return rows.map(({ rowNumber }, index) => [rowNumber, madeOf(items[index])] as const);
  } catch (error) {
    if (error instanceof Rejected) return [];
    throw error;
  }
}

function madeOf(item: BatchItem | undefined): Made {
  if (!item) throw new Error('an item of the batch has no outcome');
  if (item.status === 'failed') return { error: item.error };
  const { pinId, importJobId } = item.pin;
  return { id: pinId, madeBy: importJobId, replayed: item.status === 'existing', ids: { pinId } };
}
