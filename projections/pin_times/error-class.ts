import type { DeferralReason, PinErrorCode } from '@pps/pins/events';

/** Whose turn it is when a pin does not go out: the author's, the account's owner's, the platform's, nobody's (it only has to wait), or ours. */
export type ErrorClass = 'content' | 'access' | 'platform' | 'rate_limit' | 'outcome_unknown' | 'internal';

const classes: Readonly<Record<PinErrorCode | DeferralReason, ErrorClass>> = {
  invalid_image: 'content',
  invalid_payload: 'content',
  asset_not_found: 'content',
  media_url_unreachable: 'content',
  account_revoked: 'access',
  board_access_denied: 'access',
  board_not_found: 'access',
  scope_missing: 'access',
  token_expired: 'access',
  token_revoked: 'access',
  platform_unavailable: 'platform',
  transient_upstream: 'platform',
  publish_timeout: 'platform',
  rate_limited: 'rate_limit',
  outcome_unknown: 'outcome_unknown',
  internal_error: 'internal',
};

/** The class of a failure or a deferral. */
export const errorClassOf = (code: PinErrorCode | DeferralReason): ErrorClass => classes[code];
