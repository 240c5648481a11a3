import { longestWaitSeconds } from '@pps/kernel';
import type { AnswerContext } from './platform';

/** Why a call did not succeed. `blocked`: the platform holds the account back for a while of its own choice. `unclassified` is an answer nobody described yet. */
export type PlatformErrorKind =
  | 'validation'
  | 'media_unreachable'
  | 'invalid_image'
  | 'unauthorized'
  | 'grant_refused'
  | 'scope_missing'
  | 'board_access_denied'
  | 'trial_access'
  | 'board_not_found'
  | 'board_section_not_found'
  | 'pin_not_found'
  | 'media_not_found'
  | 'upload_refused'
  | 'conflict'
  | 'rate_limited'
  | 'blocked'
  | 'not_available'
  | 'upstream'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'malformed_answer'
  | 'unclassified';

/**
 * What a failed write may have done. `not_sent`: it never left, or never reached the platform. `refused`: the platform said no.
 * `unknown`: it was sent and may have taken effect; only reading the board can show it. Both others are safe to send again.
 */
export type PlatformOutcome = 'not_sent' | 'refused' | 'unknown';

const transientKinds: ReadonlySet<PlatformErrorKind> = new Set([
  'conflict',
  'rate_limited',
  'blocked',
  'not_available',
  'upstream',
  'network',
  'timeout',
  'malformed_answer',
]);

export interface PlatformFailure extends Partial<AnswerContext> {
  readonly kind: PlatformErrorKind;
  readonly outcome: PlatformOutcome;
  readonly operation: string;
  readonly reason: string;
  readonly status?: number | undefined;
  readonly code?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** A failed call. Its message names operation, status and code and never holds a token or a secret. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly kind: PlatformErrorKind;
  readonly outcome: PlatformOutcome;
  readonly operation: string;
  /** The platform's own words, or what went wrong on the way. */
  readonly reason: string;
  readonly status: number | undefined;
  readonly code: number | undefined;
  /** At most a day. */
  readonly retryAfterSeconds: number | undefined;
  readonly platformTime: Date | null;
  readonly clockSkewMs: number | null;
  readonly rateLimit: AnswerContext['rateLimit'];

  constructor(failure: PlatformFailure) {
    const where = failure.status === undefined ? '' : ` ${failure.status}/${failure.code ?? '-'}`;
    super(`${failure.operation}: ${failure.kind}${where}: ${failure.reason}`);
    this.kind = failure.kind;
    this.outcome = failure.outcome;
    this.operation = failure.operation;
    this.reason = failure.reason;
    this.status = failure.status;
    this.code = failure.code;
    this.retryAfterSeconds = boundedWait(failure.retryAfterSeconds);
    this.platformTime = failure.platformTime ?? null;
    this.clockSkewMs = failure.clockSkewMs ?? null;
    this.rateLimit = failure.rateLimit ?? null;
  }

  /** Whether the same call may succeed later without anybody changing anything. */
  get transient(): boolean {
    return transientKinds.has(this.kind);
  }

  /** Whether a write may have taken effect although it failed. */
  get outcomeUnknown(): boolean {
    return this.outcome === 'unknown';
  }
}

const boundedWait = (seconds: number | undefined): number | undefined =>
  seconds !== undefined && seconds >= 0 ? Math.min(seconds, longestWaitSeconds) : undefined;
