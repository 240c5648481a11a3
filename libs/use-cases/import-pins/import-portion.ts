import type { Streams, LiveStates, Origin } from '@pps/event-store';
import { allScopes, findKeyHolder, type Principal } from '@pps/identity';
import { userStream } from '@pps/identity/events';
import { canceledRow, failImport, recordRows, rowNumbersToRetain, startImport, type ImportBodies, type StoredRow } from '@pps/imports';
import { importStream, type Import, type OpenImport, type RowOutcome } from '@pps/imports/events';
import type { Clock } from '@pps/kernel';
import type { BulkPermits } from '@pps/read-store';
import { projectStream } from '@pps/workspaces/events';
import { forAccepted } from '../create-pin/pin-checks';
import { storedUnder } from './as-stored-before';
import type { ImportRowDeps } from './import-row';
import { importRows } from './import-rows';

export type ImportPortionDeps = ImportRowDeps & {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  readonly live: Pick<LiveStates, 'get' | 'head'>;
  readonly importBodies: Pick<ImportBodies, 'read' | 'keepFailedRows' | 'findRoundedKeys'>;
  readonly clock: Clock;
  /** Without it nothing is waited for. */
  readonly bulk?: Pick<BulkPermits, 'run'>;
};

/** Outcomes of so many rows are one fact; after a crash at most so many are done again, which finds their pins. */
const rowsPerPortion = 25;
/** Progress shows, and other projects get their turn, at least that often. */
const longestPortionMs = 1_000;

/**
 * Works off the next rows of an import, in the order of the file, each as `createPin` would alone but 25 together; whether rows are left. Safe to repeat and to run
 * twice at once: a row's key makes its pin one, and what is recorded of a row stays. Throws outages, after what was done is recorded.
 */
export async function importPortion(deps: ImportPortionDeps, jobId: string, signal: AbortSignal): Promise<'more' | 'ended'> {
  const job = await beginPortion(deps, jobId);
  if (!job) return 'ended';
  const rows = await deps.importBodies.read(jobId, job.results.length + 1, rowsPerPortion);
  if (rows.length === 0) return endWith(deps, job, (at, state) => failImport({ message: 'The rows of the file were lost.', at }, state));
  if (job.cancelRequestedAt !== null) return finishCanceled(deps, job, rows);
  const work = () => runRows(deps, job, rows, signal);
  return deps.bulk ? deps.bulk.run(job.organizationId, work, signal) : work();
}

/** The import, started; null for one that has ended, whose rows are then removed. */
async function beginPortion(deps: ImportPortionDeps, jobId: string): Promise<OpenImport | null> {
  const { state } = await deps.streams.load(importStream, jobId);
  if (state.kind === 'none') return null;
  const at = deps.clock().toISOString();
  const started = await deps.streams.decide(importStream, jobId, originOf(state, at), (current) => startImport(at, current));
  if (started.state.kind === 'import' && started.state.phase === 'open') return started.state;
  if (started.state.kind === 'import') await removeRows(deps, started.state);
  return null;
}

async function runRows(deps: ImportPortionDeps, job: OpenImport, rows: readonly StoredRow[], signal: AbortSignal) {
  const outcomes: RowOutcome[] = [];
  const createdHere = new Set(createdIds(job.results));
  const begunAt = deps.monotonic();
  let lost: string | null = null;
  const accepted = forAccepted(deps);
  try {
    const isEnough = () => signal.aborted || deps.monotonic() - begunAt > longestPortionMs;
    while (outcomes.length < rows.length && !isEnough()) {
      const asOf = await deps.live.head();
      const { state } = await deps.live.get(importStream, job.jobId, asOf);
      if (state.kind === 'import' && (state.phase === 'ended' || state.cancelRequestedAt !== null)) break;
      const principal = await requesterOf(deps.live, job, asOf, deps.clock());
      if ('reason' in principal) {
        lost = principal.reason;
        break;
      }
      await importRows(accepted, principal, job, rows.slice(outcomes.length), { createdHere, outcomes, isEnough });
    }
  } finally {
    await recordOutcomes(deps, job, outcomes);
  }
  if (lost !== null) return endWith(deps, job, (at, state) => failImport({ message: lost, at }, state));
  return afterPortion(deps, job.jobId);
}

const createdIds = (outcomes: readonly RowOutcome[]): string[] =>
  outcomes.flatMap(({ status, pinId, scheduleId }) => (status === 'created' ? (pinId ?? scheduleId ?? []) : []));

async function recordOutcomes(deps: ImportPortionDeps, job: Import, rows: readonly RowOutcome[]): Promise<void> {
  if (rows.length === 0) return;
  const at = deps.clock().toISOString();
  await deps.streams.decide(importStream, job.jobId, originOf(job, at), (state) => recordRows({ rows, at }, state));
}

/** Rows of which a process that died may have made pins are looked up; the others fail. */
async function finishCanceled(deps: ImportPortionDeps, job: OpenImport, next: readonly StoredRow[]): Promise<'more' | 'ended'> {
  const present = { projectId: job.projectId, epoch: job.epoch, asOf: await deps.live.head() };
  const counted = new Set(createdIds(job.results));
  const done: RowOutcome[] = [];
  for (const { rowNumber, request } of next) {
    const stored = request && (await storedUnder(deps.live, present, request, request.idempotencyKey));
    const made = stored?.importJobId === job.jobId ? stored.ids : null;
    const [id = ''] = Object.values(made ?? {});
    const isNew = made !== null && !counted.has(id);
    if (isNew) counted.add(id);
    const known = request ? { accountId: request.accountId, idempotencyKey: request.idempotencyKey } : {};
    done.push(isNew ? { rowNumber, ...known, status: 'created', ...made } : { ...known, ...canceledRow(rowNumber) });
  }
  const reached = job.results.length + done.length;
  const rest = Array.from({ length: job.totalRows - reached }, (_, index) => canceledRow(reached + 1 + index));
  await recordOutcomes(deps, job, [...done, ...rest]);
  return afterPortion(deps, job.jobId);
}

async function endWith(deps: ImportPortionDeps, job: Import, decide: (at: string, state: Import) => ReturnType<typeof failImport>) {
  const at = deps.clock().toISOString();
  await deps.streams.decide(importStream, job.jobId, originOf(job, at), (state) => (state.kind === 'import' ? decide(at, state) : []));
  return afterPortion(deps, job.jobId);
}

async function afterPortion(deps: ImportPortionDeps, jobId: string): Promise<'more' | 'ended'> {
  const { state } = await deps.streams.load(importStream, jobId);
  if (state.kind === 'import' && state.phase === 'open') return 'more';
  if (state.kind === 'import') await removeRows(deps, state);
  return 'ended';
}

async function removeRows({ importBodies }: ImportPortionDeps, job: Import): Promise<void> {
  await importBodies.keepFailedRows(job.jobId, rowNumbersToRetain(job));
}

const originOf = ({ organizationId, projectId, epoch }: Import, at: string): Origin => ({
  organizationId,
  projectId,
  epoch,
  actor: { type: 'system' },
  occurredAt: at,
});

/** Why nothing more may be created for whoever sent an import. */
interface LostPermission {
  readonly reason: string;
}

/** Who sent an import, with what its credential may do as of `asOf` and at `now`; or why it may do nothing any more. */
async function requesterOf(
  live: Pick<LiveStates, 'get'>,
  { projectId, organizationId, epoch, requestedBy }: Import,
  asOf: bigint,
  now: Date,
): Promise<Principal | LostPermission> {
  const { userId, keyId } = requestedBy;
  const [{ state: project }, { state: user }] = await Promise.all([
    live.get(projectStream, projectId, asOf),
    live.get(userStream, userId, asOf),
  ]);
  if (project.kind === 'none' || project.epoch !== epoch) return { reason: 'The project was reset.' };
  if (user.kind !== 'registered') return { reason: 'The user who sent the import is no more.' };
  const inProject = { userId, organizationId, projectId, environment: project.environment, epoch, asOf };
  if (keyId === undefined) return { kind: 'session', ...inProject, scopes: allScopes, accountIds: null };
  const key = await findKeyHolder(live, keyId, asOf, now);
  if (key === null) return { reason: 'The API key that sent the import was revoked.' };
  if (!key.scopes.includes('write')) return { reason: 'The API key that sent the import lost the scope write.' };
  const { scopes, accountIds, grant } = key;
  if (grant && grant.mode !== 'direct') return { reason: 'The program that sent the import may not publish by itself any more.' };
  return { kind: 'api_key', ...inProject, keyId, scopes, accountIds, ...(grant && { grant }) };
}
