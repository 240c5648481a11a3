import type { RejectionCode } from '@pps/kernel';

export interface CatalogueEntry {
  readonly status: number;
  readonly message: string;
  readonly remediation: string;
}

const reconnect = 'Reconnect the platform account, then try again.';
const checkId = 'Check the id; it must belong to the project you are calling with.';
const wait = 'Wait for retry_after_seconds (the header Retry-After says the same), then try again.';
const chooseBoard = 'Choose another board of this account.';

/** Every code of the interface. A Rejected may override status and message where one code has several. */
export const errorCatalogue = {
  bad_request: { status: 400, message: 'Bad request', remediation: 'Correct the request and send it again.' },
  invalid_state: { status: 400, message: 'Invalid or expired OAuth state', remediation: 'Start the connection again.' },
  access_denied: { status: 400, message: 'Access was denied', remediation: 'Start the connection again and grant the access asked for.' },
  invalid_token: { status: 400, message: 'Invalid or expired token', remediation: 'Ask for a new link.' },

  missing_credentials: {
    status: 401,
    message: 'Missing API key',
    remediation: 'Send an API key in X-API-Key, or an API key or access token as Authorization: Bearer.',
  },
  invalid_api_key: { status: 401, message: 'Invalid API key', remediation: 'Send a key that exists and is not revoked.' },
  invalid_access_token: { status: 401, message: 'Invalid access token', remediation: 'Log in again to get a new access token.' },
  invalid_credentials: { status: 401, message: 'Invalid e-mail or password', remediation: 'Check both, or reset the password.' },
  second_factor_required: {
    status: 401,
    message: 'A second factor is required',
    remediation: 'Send the ticket with a code of the authenticator app, or with a recovery code, to POST /v1/auth/login/second-factor.',
  },

  billing_inactive: {
    status: 402,
    message: 'The subscription is not active',
    remediation: 'Settle the subscription in the billing portal.',
  },
  quota_exceeded: {
    status: 402,
    message: 'The monthly pin quota is used up',
    remediation: 'Choose a larger plan, or wait for the month to turn.',
  },

  plan_limit: {
    status: 403,
    message: 'The limit of the plan is reached',
    remediation: 'Choose a larger plan, or give up something that counts towards the limit.',
  },
  feature_unavailable: { status: 403, message: 'The plan does not include this feature', remediation: 'Choose a plan that includes it.' },
  insufficient_scope: {
    status: 403,
    message: 'The API key lacks the needed scope',
    remediation: 'Use a key with the scope in required_scope.',
  },
  account_not_permitted: {
    status: 403,
    message: "The account is outside the API key's allow-list",
    remediation: 'Use a key that may act for this account.',
  },
  session_required: { status: 403, message: 'A user session is required', remediation: 'Log in and send the access token.' },
  proposal_required: {
    status: 403,
    message: 'The person agrees to each pin before it is published',
    remediation: 'Propose it with POST /v1/proposals, and give the person the link in the answer.',
  },
  recent_login_required: {
    status: 403,
    message: 'The sign-in is too long ago for this',
    remediation:
      'Send the password, and a code where a second factor is on, to POST /v1/auth/reauthenticate, or log in again, and use the new access token.',
  },
  sandbox_not_supported: {
    status: 403,
    message: 'Not available in a sandbox project',
    remediation: 'Switch to the production project.',
  },
  sandbox_board_limit: { status: 403, message: 'The sandbox holds no more boards', remediation: 'Delete a board, or reset the sandbox.' },

  not_found: { status: 404, message: 'Not found', remediation: checkId },
  method_not_allowed: { status: 405, message: 'Method not allowed', remediation: 'Use one of the methods in the Allow header.' },

  account_exists: { status: 409, message: 'Account already exists', remediation: 'Log in, or use another e-mail address.' },
  conflict: { status: 409, message: 'The request conflicts with the present state', remediation: 'Read the resource again, then decide.' },
  idempotency_key_reused: {
    status: 409,
    message: 'The idempotency key was used for other content',
    remediation: 'Use a new key for new content.',
  },
  scope_missing: { status: 409, message: 'The connection lacks a needed platform scope', remediation: reconnect },
  token_expired: { status: 409, message: "The connection's token has expired", remediation: reconnect },
  token_revoked: { status: 409, message: "The connection's token was revoked", remediation: reconnect },
  account_revoked: { status: 409, message: 'The platform account is disconnected', remediation: reconnect },
  account_mismatch: {
    status: 409,
    message: 'Another platform user answered',
    remediation: 'Sign in at the platform as the user of this account, then reconnect.',
  },
  pin_already_published: { status: 409, message: 'The pin is already published', remediation: 'Create a new pin instead.' },
  pin_publishing: { status: 409, message: 'The pin is being published', remediation: 'Wait for its outcome.' },
  pin_not_published: { status: 409, message: 'The pin is not published', remediation: 'Wait until it is published.' },
  pin_not_failed: { status: 409, message: 'The pin has not failed', remediation: 'Only failed pins can be retried.' },
  schedule_not_editable: {
    status: 409,
    message: 'The schedule can no longer be edited',
    remediation: 'Create a new schedule. Of one that has fired, edit the pin: PATCH /v1/pins/{id}.',
  },
  proposal_closed: {
    status: 409,
    message: 'Nothing of this proposal can be agreed to any more',
    remediation: 'Ask for a new proposal.',
  },
  proposals_full: {
    status: 409,
    message: 'Too many proposed items wait for a person',
    remediation: 'Agree to some of what waits, or decline it: GET /v1/proposals?status=open.',
  },

  payload_too_large: {
    status: 413,
    message: 'The request body is too large',
    remediation: 'Send less at once; without a credential a body has 64 kB at most.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'Unsupported media type',
    remediation: 'Send the body with Content-Type: application/json.',
  },

  validation_error: { status: 422, message: 'The request is not valid', remediation: 'Correct the fields named in errors.' },
  board_not_found: { status: 422, message: 'The board was not found', remediation: 'Choose a board from the list of boards.' },
  board_not_owned: { status: 422, message: 'The board belongs to another user', remediation: chooseBoard },
  board_deleted: { status: 422, message: 'The board was deleted at the platform', remediation: chooseBoard },
  board_access_denied: {
    status: 422,
    message: 'The platform denied access to the board for the connected account',
    remediation: 'Choose another board, or reconnect with an account that may publish on it.',
  },
  sandbox_board_not_allowed: {
    status: 422,
    message: 'The board is not a simulated one',
    remediation: 'In a sandbox, use a board of the sandbox account.',
  },
  invalid_image: { status: 422, message: 'The image cannot be used', remediation: 'Send a PNG, JPEG, GIF or WebP image.' },
  invalid_video: { status: 422, message: 'The video cannot be used', remediation: 'Send an MP4, MOV or M4V video.' },
  asset_not_found: { status: 422, message: 'The asset was not found', remediation: 'Upload it again and use the new id.' },

  rate_limited: { status: 429, message: 'Too many attempts', remediation: wait },
  platform_rate_limited: { status: 429, message: "The platform's rate limit is reached", remediation: wait },

  internal_error: {
    status: 500,
    message: 'An unexpected error occurred',
    remediation: 'Try again; if it stays, report the request_id.',
  },
  platform_unavailable: { status: 503, message: 'The platform is not available', remediation: wait },
  service_unavailable: { status: 503, message: 'The service is not available at the moment', remediation: wait },
} as const satisfies Readonly<Record<RejectionCode, CatalogueEntry>>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The entry of a code, or undefined for a code that the interface does not name. */
export function errorCatalogueEntry(code: string): CatalogueEntry | undefined {
  return Object.hasOwn(errorCatalogue, code) ? errorCatalogue[code as ErrorCode] : undefined;
}
