import type { PlatformError } from '@pps/platform';
import type { PinErrorCode } from '../pin/pin.events';
import type { AttemptOutcome } from './publishing.decider';
import { backoffMs, momentAfter } from './publishing.policy';

const permanent: Readonly<Partial<Record<PlatformError['kind'], PinErrorCode>>> = {
  validation: 'invalid_payload',
  invalid_image: 'invalid_image',
  unauthorized: 'token_expired',
  grant_refused: 'token_revoked',
  scope_missing: 'scope_missing',
  board_access_denied: 'board_access_denied',
  trial_access: 'board_access_denied',
  board_not_found: 'board_not_found',
  board_section_not_found: 'invalid_payload',
  media_not_found: 'asset_not_found',
};

/** Refused, but another attempt asks differently or finds it mended. */
const worthAnotherTry: ReadonlySet<PlatformError['kind']> = new Set(['media_unreachable', 'upload_refused']);

const unreachableMediaAttempts = 3;
const unlistedAnswerAttempts = 5;
const defaultCoolDownSeconds = 60;

/** What a failed create call means for the attempt. `attempts` counts this one; `random` in [0, 1). */
export function outcomeOfCall(
  error: PlatformError,
  attempts: number,
  at: Date,
  random: number,
): Exclude<AttemptOutcome, { kind: 'published' }> {
  const message = error.reason;
  if (error.outcomeUnknown) return { kind: 'unknown', message };
  if (error.kind === 'rate_limited' || error.kind === 'blocked') {
    const waitMs = (error.retryAfterSeconds ?? defaultCoolDownSeconds) * 1000 * (1 + 0.1 * random);
    return { kind: 'wait', reason: 'rate_limited', message, nextAttemptAt: momentAfter(at, waitMs) };
  }
  if (error.kind === 'media_unreachable' && attempts >= unreachableMediaAttempts) {
    return { kind: 'failed', errorCode: 'media_url_unreachable', message };
  }
  const errorCode = permanent[error.kind];
  if (errorCode) return { kind: 'failed', errorCode, message };
  const isUnlisted = !error.transient && !worthAnotherTry.has(error.kind);
  if (isUnlisted && attempts >= unlistedAnswerAttempts) return { kind: 'failed', errorCode: 'internal_error', message };
  const reason = error.outcome === 'not_sent' || error.kind === 'not_available' ? 'platform_unavailable' : 'transient_upstream';
  return { kind: 'try_again', reason, message, nextAttemptAt: momentAfter(at, backoffMs(attempts, random)) };
}

const refusals = ['account_revoked', 'token_expired', 'token_revoked', 'scope_missing'] as const satisfies readonly PinErrorCode[];

/** Whether the code says that the account cannot publish until its owner does something: the pin fails with it. */
export const isAccountRefusal = (code: string): code is (typeof refusals)[number] => refusals.some((refusal) => refusal === code);
