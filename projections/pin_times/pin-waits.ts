import type { PinFact } from '@pps/pins/events';

/** What a pin's time goes into; together they are the time from its acceptance to its newest fact. */
export const waitKinds = ['pacing', 'backoff', 'video', 'calling', 'unknown', 'failed'] as const;
export type WaitKind = (typeof waitKinds)[number];

export type PinPhase = 'waiting' | 'preparing' | 'attempting' | 'unknown' | 'published' | 'failed' | 'deleted';

/** Where a pin's time has gone, and what it does since `since`; moments are milliseconds since 1970, waits are milliseconds. */
export interface PinWaits {
  readonly phase: PinPhase;
  readonly since: number;
  /** Of a pin that waits: until then it is put off, from then on it waits for its turn. */
  readonly readyAt: number;
  readonly waits: Readonly<Record<WaitKind, number>>;
}

/** The waits of a pin that was accepted at this moment. */
export const waitsFrom = (queuedAt: number): PinWaits => ({
  phase: 'waiting',
  since: queuedAt,
  readyAt: queuedAt,
  waits: { pacing: 0, backoff: 0, video: 0, calling: 0, unknown: 0, failed: 0 },
});

/** The waits after one more fact of the pin. A fact whose clock is behind the one before it takes no time. Pure. */
export function waitsAfter(before: PinWaits, fact: PinFact): PinWaits {
  switch (fact.type) {
    case 'PinQueued':
    case 'PinAbandoned':
    case 'PinMediaUploaded':
    case 'PinMediaAwaited':
    case 'PinOutcomeReconciled':
    case 'PinEdited':
      return before;
    case 'PinMediaPreparationStarted':
      return enter(before, 'preparing', fact.data.startedAt);
    case 'PinMediaReady':
      return enter(before, 'waiting', fact.data.at);
    case 'PinPublishAttemptStarted':
      return enter(before, 'attempting', fact.data.startedAt);
    case 'PinPublishDeferred':
      return enter(before, 'waiting', fact.data.deferredAt, fact.data.nextAttemptAt);
    case 'PinPublishOutcomeUnknown':
      return enter(before, 'unknown', fact.data.at);
    case 'PinPublished':
      return enter(before, 'published', fact.data.publishedAt);
    case 'PinFailed':
      return enter(before, 'failed', fact.data.failedAt);
    case 'PinRetryRequested':
      return enter(before, 'waiting', fact.data.requestedAt);
    case 'PinDeleted':
      return enter(before, 'deleted', fact.data.deletedAt);
  }
}

function enter(before: PinWaits, phase: PinPhase, at: string, readyAt = at): PinWaits {
  const now = Math.max(momentOf(at, before.since), before.since);
  return { phase, since: now, readyAt: momentOf(readyAt, now), waits: spend(before, now) };
}

function spend({ phase, since, readyAt, waits }: PinWaits, now: number): PinWaits['waits'] {
  const elapsed = now - since;
  switch (phase) {
    case 'waiting': {
      const backoff = Math.min(Math.max(readyAt - since, 0), elapsed);
      return { ...waits, backoff: waits.backoff + backoff, pacing: waits.pacing + elapsed - backoff };
    }
    case 'preparing':
      return { ...waits, video: waits.video + elapsed };
    case 'attempting':
      return { ...waits, calling: waits.calling + elapsed };
    case 'unknown':
      return { ...waits, unknown: waits.unknown + elapsed };
    case 'failed':
      return { ...waits, failed: waits.failed + elapsed };
    case 'published':
    case 'deleted':
      return waits;
  }
}

const momentOf = (text: string, otherwise: number): number => {
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? otherwise : moment;
};
