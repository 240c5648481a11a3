import { decode, type RecordedFact, type FactMetadata } from '@pps/event-store';
import { agreementWords } from '../pin/agreement';
import type { PinFact } from '../pin/pin.events';
import { pinStream } from '../pin/pin.stream';

/** A shorter wait for its turn is not worth a word. */
const shortestToldMs = 1_000;

/** The pin's story by its own facts, oldest first, in words for the person whose pin it is. */
export function pinTimeline(recorded: readonly RecordedFact[]): TimelineItem[] {
  const facts = recorded.flatMap((fact) => decode(pinStream, fact) ?? []);
  const waits = pacingWaits(facts);
  return facts.map((fact) => timelineItem(fact, afterWait(wordsFor(fact), waits.get(fact.revision) ?? 0)));
}

function afterWait(words: TimelineWords, waitedMs: number): TimelineWords {
  if (waitedMs < shortestToldMs) return words;
  const seconds = (waitedMs / 1_000).toFixed(1);
  return { ...words, message: `${words.message} It had waited ${seconds} s for its turn.`, reason: 'pacing' };
}

function wordsFor(fact: PinFact): TimelineWords {
  switch (fact.type) {
    case 'PinQueued':
      return {
        status: 'queued',
        message:
          fact.data.scheduleId === undefined
            ? `The pin was accepted and waits for its turn.${agreementWords(fact.data.agreement)}`
            : 'Its schedule has fired; the pin waits for its turn.',
        next_step: 'It is published as the pace allows.',
      };
    case 'PinPublishAttemptStarted':
      return { status: 'publishing', message: `Publishing attempt ${fact.data.attempt} started.`, attempt: fact.data.attempt };
    case 'PinPublished': {
      const how = fact.data.via === 'answer' ? 'The platform created the pin.' : 'The pin was found on the platform.';
      return { status: 'published', message: `${how} Its id there is ${fact.data.platformPinId}.`, attempt: fact.data.attempt };
    }
    case 'PinPublishDeferred': {
      const { reason, message, nextAttemptAt, attempt } = fact.data;
      return { status: 'deferred', message, reason, attempt, next_step: `It is tried again at ${nextAttemptAt}.` };
    }
    case 'PinPublishOutcomeUnknown': {
      const { attempt, message, nextLookAt } = fact.data;
      const next = `The board is read at ${nextLookAt} before anything is sent again.`;
      return { status: 'deferred', message: `The outcome is unknown: ${message}`, reason: 'outcome_unknown', attempt, next_step: next };
    }
    case 'PinOutcomeReconciled':
      return reconciliationWords(fact.data);
    case 'PinFailed':
      return {
        status: 'failed',
        message: fact.data.errorMessage,
        reason: fact.data.errorCode,
        next_step: 'Mend the cause, then retry the pin.',
      };
    case 'PinMediaPreparationStarted':
      return { status: 'publishing', message: 'The video is being uploaded to the platform.', attempt: fact.data.attempt };
    case 'PinMediaUploaded': {
      const next = `The platform is asked for it at ${fact.data.nextLookAt}.`;
      return { status: 'publishing', message: 'The platform has the video and processes it.', attempt: fact.data.attempt, next_step: next };
    }
    case 'PinMediaAwaited': {
      const next = `The platform is asked again at ${fact.data.nextLookAt}.`;
      return { status: 'publishing', message: `Look ${fact.data.look}: the video is not ready yet.`, next_step: next };
    }
    case 'PinMediaReady':
      return { status: 'queued', message: 'The platform has processed the video.', next_step: 'The pin is created as the pace allows.' };
    case 'PinRetryRequested':
      return {
        status: 'queued',
        message: `Another go was asked for.${agreementWords(fact.data.agreement)}`,
        next_step: 'It is published as the pace allows.',
      };
    case 'PinEdited':
      return { status: 'edited', message: `The pin was changed.${agreementWords(fact.data.agreement)}` };
    case 'PinDeleted':
      return { status: 'deleted', message: 'The pin was deleted.' };
    case 'PinAbandoned':
      return { status: 'abandoned', message: 'An unfinished creation or retry was given up and its unit of quota returned.' };
  }
}

function reconciliationWords({
  look,
  outcome,
  nextLookAt,
  candidates,
  attempt,
}: Extract<PinFact, { type: 'PinOutcomeReconciled' }>['data']): TimelineWords {
  const finding = {
    published: 'The platform has the pin.',
    not_found: 'The platform does not show the pin.',
    ambiguous: `The platform shows several pins that could be this one: ${(candidates ?? []).join(', ')}.`,
    unreadable: 'The board could not be read.',
  }[outcome];
  const next = nextLookAt === undefined ? null : `It is looked at again at ${nextLookAt}.`;
  return {
    status: outcome === 'published' ? 'published' : 'deferred',
    message: `Look ${look}: ${finding}`,
    reason: 'outcome_unknown',
    attempt,
    next_step: next,
  };
}

/** How long a pin was ready and waited for its turn before each of its attempts: milliseconds by the revision of the fact that began the attempt. */
function pacingWaits(facts: readonly RecordedFact<PinFact>[]): ReadonlyMap<number, number> {
  const waits = new Map<number, number>();
  let readyAt: number | null = null;
  for (const fact of facts) {
    switch (fact.type) {
      case 'PinQueued':
      case 'PinRetryRequested':
      case 'PinMediaReady':
        readyAt = Date.parse(fact.metadata.occurredAt);
        break;
      case 'PinPublishDeferred':
        readyAt = Date.parse(fact.data.nextAttemptAt);
        break;
      case 'PinPublishAttemptStarted':
      case 'PinMediaPreparationStarted':
        if (readyAt !== null) waits.set(fact.revision, Math.max(0, Date.parse(fact.data.startedAt) - readyAt));
        readyAt = null;
        break;
      default:
    }
  }
  return waits;
}

/** One step of a pin's story. */
export interface TimelineItem {
  /** When it happened, ISO 8601 in UTC. */
  readonly at: string;
  /** Of the fact. */
  readonly type: string;
  readonly status: string;
  readonly message: string;
  readonly reason: string | null;
  readonly next_step: string | null;
  readonly attempt: number | null;
  readonly actor: string;
  /** Of the fact in the whole log. */
  readonly position: string;
}

/** What a step is in words. */
export type TimelineWords = Pick<TimelineItem, 'status' | 'message'> & Partial<Pick<TimelineItem, 'reason' | 'next_step' | 'attempt'>>;

/** A fact as a step of the story. */
export const timelineItem = ({ type, position, metadata }: RecordedFact, words: TimelineWords): TimelineItem => ({
  at: metadata.occurredAt,
  type,
  reason: null,
  next_step: null,
  attempt: null,
  ...words,
  actor: actorName(metadata.actor),
  position: position.toString(),
});

const actorName = ({ type, id }: FactMetadata['actor']): string => (id === undefined ? type : `${type}:${id}`);
