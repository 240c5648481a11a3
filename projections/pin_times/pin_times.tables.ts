import type { RecordedFact } from '@pps/event-store';
import type { PinFact, PinQueued } from '@pps/pins/events';
import { storableMoment, tableFrom } from '@pps/read-store';
import type { ErrorClass } from './error-class';
import { waitKinds, type PinWaits, type WaitKind } from './pin-waits';

/** What stays as it was when the pin was queued. */
interface PinOrigin extends Pick<PinQueued['data'], 'pinId' | 'projectId' | 'epoch' | 'organizationId' | 'source' | 'queuedAt'> {
  readonly scheduleId: string | null;
  readonly importJobId: string | null;
  readonly isSandbox: boolean;
}

/** How often something happened to a pin. */
export interface PinTally {
  readonly attempts: number;
  readonly deferrals: number;
  readonly unknownOutcomes: number;
  readonly retries: number;
}

/** Why a pin is deferred or failed. */
export interface PinError {
  readonly code: string;
  readonly class: ErrorClass;
}

/** A publishing attempt: where it began and, once it is over, how it ended. */
export interface PinAttempt {
  readonly revision: number;
  readonly attempt: number;
  readonly startedAt: string;
  readonly waitedMs: number;
  readonly eventId: string;
  readonly position: string;
  readonly outcome: 'open' | 'unknown' | 'published' | 'deferred' | 'failed' | 'deleted';
  readonly endedAt: string | null;
  readonly outcomeEventId: string | null;
  readonly outcomePosition: string | null;
  readonly error: PinError | null;
}

/** What is kept of a pin to take in its next fact. */
export interface FoldedTimes extends PinWaits, PinTally {
  readonly origin: PinOrigin;
  readonly queuedEventId: string;
  readonly queuedPosition: string;
  readonly accountId: string;
  readonly boardId: string;
  readonly firstAttemptAt: string | null;
  readonly publishedAt: string | null;
  readonly error: PinError | null;
  /** The newest attempt while its outcome is open or unknown. */
  readonly open: PinAttempt | null;
}

/** A pin's times after its newest fact. */
export interface TimedPin {
  readonly fact: RecordedFact<PinFact>;
  readonly times: FoldedTimes;
}

/** An attempt at a pin, which changed with it. */
export interface TimedAttempt {
  readonly times: FoldedTimes;
  readonly attempt: PinAttempt;
}

type OfPin = Pick<TimedPin, 'times'>;

const pinColumns = {
  project_id: ['uuid not null', 'Project (workspace_id in the API).', ({ times }: OfPin) => times.origin.projectId],
  epoch: ['int not null', 'How often the project had been reset when the pin was created.', ({ times }: OfPin) => times.origin.epoch],
  organization_id: ['uuid not null', 'Organization the project belongs to.', ({ times }: OfPin) => times.origin.organizationId],
  account_id: ['uuid not null', 'Connected platform account it is published with.', ({ times }: OfPin) => times.accountId],
  board_id: ['text not null', "The platform's id of the board.", ({ times }: OfPin) => times.boardId],
} as const;

const moment = (ms: number): string => storableMoment(new Date(ms).toISOString());
const total = (waits: Readonly<Record<WaitKind, number>>): number => waitKinds.reduce((sum, kind) => sum + waits[kind], 0);

export const pinTimesTable = tableFrom<TimedPin>()({
  name: 'pin_times',
  meaning:
    'Where the time of each pin went, one row each, deleted ones too: the waits of a row add up to its total_ms, and those of all rows can be added.',
  key: ['pin_id'],
  indexes: ['(project_id, queued_at)', '(account_id, queued_at)', '(organization_id, queued_at)', '(queued_at)'],
  columns: {
    pin_id: ['uuid', 'The pin; stream pin-<pin_id> in the log.', ({ times }) => times.origin.pinId],
    ...pinColumns,
    source: ['text not null', 'api, batch, import or schedule.', ({ times }) => times.origin.source],
    is_sandbox: ['boolean not null', 'Whether the publishing is a simulation.', ({ times }) => times.origin.isSandbox],
    schedule_id: ['uuid', 'The schedule that it comes from.', ({ times }) => times.origin.scheduleId],
    import_job_id: ['uuid', 'The import that it was a row of.', ({ times }) => times.origin.importJobId],
    phase: [
      'text not null',
      'waiting, preparing (of a video), attempting, unknown, published, failed or deleted.',
      ({ times }) => times.phase,
    ],
    queued_at: ['timestamptz not null', 'When it was accepted and queued.', ({ times }) => storableMoment(times.origin.queuedAt)],
    first_attempt_at: ['timestamptz', 'When the platform was first called for it.', ({ times }) => stored(times.firstAttemptAt)],
    published_at: ['timestamptz', 'When the platform had it.', ({ times }) => stored(times.publishedAt)],
    phase_since: [
      'timestamptz not null',
      'Since when it is in its phase; the waits are counted up to then.',
      ({ times }) => moment(times.since),
    ],
    ready_at: [
      'timestamptz not null',
      'Of one that waits: put off until then, waiting for its turn from then on.',
      ({ times }) => moment(times.readyAt),
    ],
    pacing_ms: [
      'bigint not null',
      'Milliseconds it was ready and waited for its turn: for tokens of its account and of the platform, and for a worker.',
      ({ times }) => times.waits.pacing,
    ],
    backoff_ms: ['bigint not null', 'Milliseconds it was put off after a deferral.', ({ times }) => times.waits.backoff],
    video_ms: ['bigint not null', 'Milliseconds its video was uploaded and processed.', ({ times }) => times.waits.video],
    calling_ms: ['bigint not null', 'Milliseconds of calls to the platform.', ({ times }) => times.waits.calling],
    unknown_ms: [
      'bigint not null',
      'Milliseconds until the board told what became of a call without an answer.',
      ({ times }) => times.waits.unknown,
    ],
    failed_ms: [
      'bigint not null',
      'Milliseconds it stood as failed before a client retried or deleted it.',
      ({ times }) => times.waits.failed,
    ],
    total_ms: [
      'bigint not null',
      'The sum of the six: from queued_at to phase_since; of one deleted after it was published, until it was published.',
      ({ times }) => total(times.waits),
    ],
    attempts: ['int not null', 'Attempts that were started.', ({ times }) => times.attempts],
    deferrals: ['int not null', 'How often it was put off.', ({ times }) => times.deferrals],
    unknown_outcomes: ['int not null', 'How often no answer came.', ({ times }) => times.unknownOutcomes],
    retries: ['int not null', 'How often a client retried it.', ({ times }) => times.retries],
    error_code: ['text', 'Why it is deferred or failed.', ({ times }) => times.error?.code ?? null],
    error_class: [
      'text',
      'Whose turn it is: content (the author), access (owner of the account), platform, rate_limit, outcome_unknown or internal.',
      ({ times }) => times.error?.class ?? null,
    ],
    queued_event_id: ['uuid not null', 'Id of the fact that queued it.', ({ times }) => times.queuedEventId],
    queued_position: ['bigint not null', 'Position of that fact in the whole log.', ({ times }) => times.queuedPosition],
    event_id: ['uuid not null', 'Id of the newest fact in the row.', ({ fact }) => fact.id],
    position: ['bigint not null', 'Position of that fact in the whole log.', ({ fact }) => fact.position.toString()],
    revision: ['int not null', "Its number in the pin's stream, from 0.", ({ fact }) => fact.revision],
    folded: ['jsonb not null', 'The whole state, for the service itself; its shape may change.', ({ times }) => times, { internal: true }],
  },
});

export const pinAttemptTable = tableFrom<TimedAttempt>()({
  name: 'pin_attempts',
  meaning: 'Every call that would create a pin at the platform, one row each, with its outcome.',
  key: ['pin_id', 'revision'],
  indexes: ['(project_id, started_at)', '(account_id, started_at)', '(started_at)'],
  columns: {
    pin_id: ['uuid', 'The pin.', ({ times }) => times.origin.pinId],
    revision: ['int not null', "Number of the fact that started it in the pin's stream.", ({ attempt }) => attempt.revision],
    ...pinColumns,
    attempt: [
      'int not null',
      'Number of the attempt as the service counts; uploads of a video count too.',
      ({ attempt }) => attempt.attempt,
    ],
    started_at: ['timestamptz not null', 'When the call began.', ({ attempt }) => storableMoment(attempt.startedAt)],
    waited_ms: ['bigint not null', 'Milliseconds the pin had been ready before.', ({ attempt }) => attempt.waitedMs],
    outcome: ['text not null', 'open, unknown, published, deferred, failed or deleted.', ({ attempt }) => attempt.outcome],
    ended_at: ['timestamptz', 'When the outcome was known; null while open or unknown.', ({ attempt }) => stored(attempt.endedAt)],
    error_code: ['text', 'Why it was deferred or failed.', ({ attempt }) => attempt.error?.code ?? null],
    error_class: ['text', 'Whose turn that is: as in pin_times.', ({ attempt }) => attempt.error?.class ?? null],
    event_id: ['uuid not null', 'Id of the fact that started it.', ({ attempt }) => attempt.eventId],
    position: ['bigint not null', 'Position of that fact in the whole log.', ({ attempt }) => attempt.position],
    outcome_event_id: ['uuid', 'Id of the fact that told the outcome, the unknown one too.', ({ attempt }) => attempt.outcomeEventId],
    outcome_position: ['bigint', 'Position of that fact in the whole log.', ({ attempt }) => attempt.outcomePosition],
  },
});

const stored = (text: string | null): string | null => (text === null ? null : storableMoment(text));
