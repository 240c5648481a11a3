import { quotaMonth, type RecentReservations } from '@pps/billing';
import { mapLimited } from '@pps/concurrency';
import type { Principal } from '@pps/identity';
import { isRoundedId, roundedIdHint, type RowFault, type RowRequest, type StoredRow } from '@pps/imports';
import type { Import, RowOutcome } from '@pps/imports/events';
import { faultOfField, cleanOutsideText, longestShownText, Rejected } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import { failureOf } from '@pps/runtime';
import { createPin, type CreatePinDeps } from '../create-pin/create-pin';
import { createSchedule, type CreateScheduleDeps } from '../create-schedule/create-schedule';

export type ImportRowDeps = CreatePinDeps & CreateScheduleDeps & { readonly claims: Pick<RecentReservations, 'findEntries'> };

/** What its rows need to know of the import that they are rows of. */
export type ImportOfRows = Pick<Import, 'jobId' | 'acceptedAt' | 'sourceType'>;

/** Longer than a unit whose process died waits for the sweep. */
const sweptWithinMs = 3 * 60_000;
const readAtOnce = 20;

/** The row cannot be done now, for a reason that passes; nothing is wrong with it. */
class RowMustWait extends Error {
  override readonly name = 'RowMustWait';
}

/**
 * Creates what a row asks for, or says why that cannot be. `createdHere` has the pins and schedules of the import's earlier rows: one
 * that this import made and none of them stands for was made for this row by a process that died. Throws what passes by itself: `RowMustWait`, an outage.
 */
export async function importRow(
  deps: ImportRowDeps,
  principal: Principal,
  job: ImportOfRows,
  row: StoredRow,
  createdHere: ReadonlySet<string>,
): Promise<RowOutcome> {
  const { rowNumber, request, fault } = row;
  if (!request) return failedRow(rowNumber, fault ?? { code: 'validation_error', message: 'The row could not be read.', field: null });
  const create = () => makeForRow(deps, principal, job, request);
  try {
    // What nobody foresaw may be a moment's trouble; the second time it is the row's.
    const made = await create().catch((error: unknown) => (isUnforeseen(error) ? create() : Promise.reject(error)));
    return outcomeOfMade({ rowNumber, request }, made, job, createdHere);
  } catch (error) {
    await throwUnlessFinal(deps, principal, error);
    return failedOutcome({ rowNumber, request }, error);
  }
}

/** The pin or schedule that a row stands for, and the import that it was made by. */
export interface MadeForRow {
  readonly id: string;
  readonly madeBy: string | undefined;
  readonly replayed: boolean;
  readonly ids: Pick<RowOutcome, 'pinId' | 'scheduleId'>;
}

type RowToName = Pick<StoredRow, 'rowNumber'> & { readonly request: RowRequest };

const named = ({ rowNumber, request: { accountId, idempotencyKey } }: RowToName) => ({ rowNumber, accountId, idempotencyKey });

/** The outcome of a row whose pin or schedule is there; `createdHere` as for `importRow`. */
export function outcomeOfMade(
  row: RowToName,
  { id, madeBy, replayed, ids }: MadeForRow,
  { jobId }: ImportOfRows,
  createdHere: ReadonlySet<string>,
): RowOutcome {
  const isOwn = !replayed || (madeBy === jobId && !createdHere.has(id));
  return { ...named(row), status: isOwn ? 'created' : 'existing', ...ids };
}

/** The outcome of a row that is refused. */
export function failedOutcome(row: RowToName, error: unknown): RowOutcome {
  const { code, message } = failureOf(error);
  const hint = code === 'board_not_found' && isRoundedId(row.request.boardId) ? ` ${roundedIdHint}` : '';
  return { ...named(row), ...failedRow(row.rowNumber, { code, message: `${messageOf(error, message)}${hint}`, field: fieldOf(error) }) };
}

/** Whether an error is the row's own, and not one that may pass by itself. */
export function isFinalForRow(error: unknown): boolean {
  const { status, code } = failureOf(error);
  return status < 500 && status !== 429 && code !== 'quota_exceeded';
}

/** The pin of a row, or its schedule where it says when. */
export async function makeForRow(
  deps: ImportRowDeps,
  principal: Principal,
  { jobId, acceptedAt }: ImportOfRows,
  { runAt, ...request }: RowRequest,
): Promise<MadeForRow> {
  const asked = { ...request, importJobId: jobId };
  if (runAt === null) {
    const { pin, replayed } = await createPin(deps, principal, asked, 'import');
    return { id: pin.pinId, madeBy: pin.importJobId, replayed, ids: { pinId: pin.pinId } };
  }
  const { schedule, replayed } = await createSchedule(deps, principal, { ...asked, runAt, acceptedAt });
  const { scheduleId } = schedule;
  return { id: scheduleId, madeBy: schedule.importJobId, replayed, ids: { scheduleId } };
}

function failedRow(rowNumber: number, { code, message, field, accountId }: RowFault): RowOutcome {
  const known = { ...(accountId !== undefined && { accountId }), ...(field !== null && { errorField: field }) };
  return { rowNumber, status: 'failed', errorCode: code, errorMessage: cleanOutsideText(message, longestShownText), ...known };
}

const isUnforeseen = (error: unknown): boolean => failureOf(error).status === 500;

async function throwUnlessFinal(deps: ImportRowDeps, principal: Principal, error: unknown): Promise<void> {
  const { status } = failureOf(error);
  if (status === 503 || status === 429) throw error;
  if (error instanceof Rejected && error.code === 'quota_exceeded' && (await isUnitUnconfirmed(deps, principal))) {
    throw new RowMustWait('a unit of quota is reserved for a pin that was not queued with it');
  }
}

/**
 * Whether one of the units that were reserved a moment ago is no pin's: of a request that runs, or of a process that died, whose unit the sweep
 * releases. A row must not fail for want of it.
 */
async function isUnitUnconfirmed({ claims, live, clock }: ImportRowDeps, { projectId, epoch }: Principal): Promise<boolean> {
  const since = new Date(clock().getTime() - sweptWithinMs).toISOString();
  const recent = (await claims.findEntries(projectId, epoch, quotaMonth(clock()))).filter(({ at }) => at > since);
  const head = await live.head();
  const states = await mapLimited(readAtOnce, recent, ({ pinId }) => live.get(pinStream, pinId, head));
  return recent.some(({ entryId }, index) => {
    const state = states[index]?.state;
    return !((state?.kind === 'pin' || state?.kind === 'deleted') && state.entryId === entryId);
  });
}

const messageOf = (error: unknown, message: string): string => {
  const [fault] = faultsOf(error);
  return fault ? `${String(fault.loc.at(-1))}: ${faultOfField(fault)}` : message;
};

const fieldOf = (error: unknown): string | null => {
  const at = faultsOf(error)[0]?.loc.at(-1);
  return typeof at === 'string' ? at : null;
};

const faultsOf = (error: unknown) => failureOf(error).errors ?? [];
