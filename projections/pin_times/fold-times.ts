import type { RecordedFact } from '@pps/event-store';
import type { PinFact, PinQueued } from '@pps/pins/events';
import { errorClassOf } from './error-class';
import { waitsAfter, waitsFrom } from './pin-waits';
import type { FoldedTimes, PinAttempt, PinError } from './pin_times.tables';

type RecordedPinFact = RecordedFact<PinFact>;

/** A pin's times after one more fact, and the attempt that it changed; null before the pin was queued. Pure. */
export function foldTimes(
  before: FoldedTimes | null,
  fact: RecordedPinFact,
): { readonly times: FoldedTimes; readonly attempt: PinAttempt | null } | null {
  if (fact.type === 'PinQueued') return { times: timesFrom(fact), attempt: null };
  if (!before) return null;
  const waited = waitsAfter(before, fact);
  const pacing = waited.waits.pacing - before.waits.pacing;
  const attempt = fact.type === 'PinPublishAttemptStarted' ? startOf(fact, pacing) : before.open && outcomeOf(before.open, fact);
  const isOpen = attempt === null ? false : attempt.outcome === 'open' || attempt.outcome === 'unknown';
  const times = { ...before, ...waited, ...changesBy(before, fact), open: isOpen ? attempt : null };
  return { times, attempt: attempt === before.open ? null : attempt };
}

function timesFrom(fact: RecordedFact<PinQueued>): FoldedTimes {
  const { pinId, projectId, epoch, organizationId, accountId, boardId, source, scheduleId, importJobId, simulated } = fact.data;
  const queuedAt = Date.parse(fact.data.queuedAt);
  return {
    ...waitsFrom(Number.isNaN(queuedAt) ? fact.recordedAt.getTime() : queuedAt),
    origin: {
      pinId,
      projectId,
      epoch,
      organizationId,
      source,
      queuedAt: fact.data.queuedAt,
      scheduleId: scheduleId ?? null,
      importJobId: importJobId ?? null,
      isSandbox: simulated ?? false,
    },
    queuedEventId: fact.id,
    queuedPosition: fact.position.toString(),
    accountId,
    boardId,
    attempts: 0,
    deferrals: 0,
    unknownOutcomes: 0,
    retries: 0,
    firstAttemptAt: null,
    publishedAt: null,
    error: null,
    open: null,
  };
}

function startOf(fact: RecordedPinFact & { readonly type: 'PinPublishAttemptStarted' }, waitedMs: number): PinAttempt {
  return {
    revision: fact.revision,
    attempt: fact.data.attempt,
    startedAt: fact.data.startedAt,
    waitedMs,
    eventId: fact.id,
    position: fact.position.toString(),
    outcome: 'open',
    endedAt: null,
    outcomeEventId: null,
    outcomePosition: null,
    error: null,
  };
}

/** The open attempt after a fact that may end it. */
function outcomeOf(open: PinAttempt, fact: RecordedPinFact): PinAttempt {
  const told = { outcomeEventId: fact.id, outcomePosition: fact.position.toString() };
  switch (fact.type) {
    case 'PinPublishOutcomeUnknown':
      return { ...open, ...told, outcome: 'unknown' };
    case 'PinPublished':
      return { ...open, ...told, outcome: 'published', endedAt: fact.data.publishedAt };
    case 'PinPublishDeferred':
      return { ...open, ...told, outcome: 'deferred', endedAt: fact.data.deferredAt, error: errorOf(fact.data.reason) };
    case 'PinFailed':
      return { ...open, ...told, outcome: 'failed', endedAt: fact.data.failedAt, error: errorOf(fact.data.errorCode) };
    case 'PinDeleted':
      return { ...open, ...told, outcome: 'deleted', endedAt: fact.data.deletedAt };
    default:
      return open;
  }
}

function changesBy(times: FoldedTimes, fact: RecordedPinFact): Partial<FoldedTimes> {
  switch (fact.type) {
    case 'PinPublishAttemptStarted':
      return { attempts: times.attempts + 1, firstAttemptAt: times.firstAttemptAt ?? fact.data.startedAt, error: null };
    case 'PinPublished':
      return { publishedAt: fact.data.publishedAt, error: null };
    case 'PinPublishDeferred':
      return { deferrals: times.deferrals + 1, error: errorOf(fact.data.reason) };
    case 'PinPublishOutcomeUnknown':
      return { unknownOutcomes: times.unknownOutcomes + 1 };
    case 'PinFailed':
      return { error: errorOf(fact.data.errorCode) };
    case 'PinRetryRequested':
      return { retries: times.retries + 1, accountId: fact.data.accountId, boardId: fact.data.boardId, error: null };
    case 'PinEdited':
      return { boardId: fact.data.boardId };
    default:
      return {};
  }
}

const errorOf = (code: Parameters<typeof errorClassOf>[0]): PinError => ({ code, class: errorClassOf(code) });
