import { simulatedPin } from '@pps/platform';
import type { PinErrorCode } from '../pin/pin.events';
import type { Pin } from '../pin/pin.state';
import type { AttemptOutcome } from './publishing.decider';

const failMarker = /\[fail:([a-z_]+)\]/;
const deferMarker = /\[defer:(\d{1,5})\]/;
/** The platform takes the account's token no more, of this pin and of any other. */
const deadTokenMarker = '[fail:reconnect_required]';
const longestDeferralSeconds = 86_400;

/** How a simulated call ends: `[defer:<seconds>]` in the title once holds the pin back, `[fail:<error_code>]` fails it (with `reconnect_required`, of the account too), all else publishes. */
export function simulatedCall(pin: Pin, at: Date): AttemptOutcome {
  const { title } = pin.content;
  const seconds = deferralOf(title);
  if (seconds !== null && pin.attempts === 0) {
    const nextAttemptAt = new Date(at.getTime() + seconds * 1000).toISOString();
    return { kind: 'try_again', reason: 'transient_upstream', message: 'The title asked the sandbox to wait.', nextAttemptAt };
  }
  if (title.includes(deadTokenMarker))
    return { kind: 'failed', errorCode: 'token_expired', message: "The title asked the sandbox to refuse the account's token." };
  const errorCode = failMarker.exec(title)?.[1];
  if (isErrorCode(errorCode)) return { kind: 'failed', errorCode, message: 'The title asked the sandbox to fail.' };
  const { id, url } = simulatedPin(pin.pinId);
  return { kind: 'published', platformPinId: id, platformUrl: url, publishedAt: at.toISOString() };
}

/** Whether a call that ended so found that only a new consent of the account's user helps. */
export const foundDeadToken = ({ content }: Pin, { kind }: AttemptOutcome): boolean =>
  kind === 'failed' && content.title.includes(deadTokenMarker);

function deferralOf(title: string): number | null {
  const seconds = Number(deferMarker.exec(title)?.[1] ?? NaN);
  return seconds <= longestDeferralSeconds ? seconds : null;
}

const errorCodes: Readonly<Record<PinErrorCode, true>> = {
  token_expired: true,
  token_revoked: true,
  scope_missing: true,
  account_revoked: true,
  board_access_denied: true,
  board_not_found: true,
  invalid_image: true,
  media_url_unreachable: true,
  asset_not_found: true,
  invalid_payload: true,
  publish_timeout: true,
  outcome_unknown: true,
  internal_error: true,
};

const isErrorCode = (text: string | undefined): text is PinErrorCode => text !== undefined && Object.hasOwn(errorCodes, text);
