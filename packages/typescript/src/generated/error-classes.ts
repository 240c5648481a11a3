// Written by `npm run docs sdk`.

import { ApiError } from '../errors';

/** Bad request. Correct the request and send it again. */
export class BadRequestError extends ApiError {
  declare readonly code: 'bad_request';
}

/** Invalid or expired OAuth state. Start the connection again. */
export class InvalidStateError extends ApiError {
  declare readonly code: 'invalid_state';
}

/** Access was denied. Start the connection again and grant the access asked for. */
export class AccessDeniedError extends ApiError {
  declare readonly code: 'access_denied';
}

/** Invalid or expired token. Ask for a new link. */
export class InvalidTokenError extends ApiError {
  declare readonly code: 'invalid_token';
}

/** Missing API key. Send an API key in X-API-Key, or an API key or access token as Authorization: Bearer. */
export class MissingCredentialsError extends ApiError {
  declare readonly code: 'missing_credentials';
}

/** Invalid API key. Send a key that exists and is not revoked. */
export class InvalidApiKeyError extends ApiError {
  declare readonly code: 'invalid_api_key';
}

/** Invalid access token. Log in again to get a new access token. */
export class InvalidAccessTokenError extends ApiError {
  declare readonly code: 'invalid_access_token';
}

/** Invalid e-mail or password. Check both, or reset the password. */
export class InvalidCredentialsError extends ApiError {
  declare readonly code: 'invalid_credentials';
}

/** A second factor is required. Send the ticket with a code of the authenticator app, or with a recovery code, to POST /v1/auth/login/second-factor. */
export class SecondFactorRequiredError extends ApiError {
  declare readonly code: 'second_factor_required';
}

/** The subscription is not active. Settle the subscription in the billing portal. */
export class BillingInactiveError extends ApiError {
  declare readonly code: 'billing_inactive';
}

/** The monthly pin quota is used up. Choose a larger plan, or wait for the month to turn. */
export class QuotaExceededError extends ApiError {
  declare readonly code: 'quota_exceeded';
}

/** The limit of the plan is reached. Choose a larger plan, or give up something that counts towards the limit. */
export class PlanLimitError extends ApiError {
  declare readonly code: 'plan_limit';
}

/** The plan does not include this feature. Choose a plan that includes it. */
export class FeatureUnavailableError extends ApiError {
  declare readonly code: 'feature_unavailable';
}

/** The API key lacks the needed scope. Use a key with the scope in required_scope. */
export class InsufficientScopeError extends ApiError {
  declare readonly code: 'insufficient_scope';
}

/** The account is outside the API key's allow-list. Use a key that may act for this account. */
export class AccountNotPermittedError extends ApiError {
  declare readonly code: 'account_not_permitted';
}

/** A user session is required. Log in and send the access token. */
export class SessionRequiredError extends ApiError {
  declare readonly code: 'session_required';
}

/** The person agrees to each pin before it is published. Propose it with POST /v1/proposals, and give the person the link in the answer. */
export class ProposalRequiredError extends ApiError {
  declare readonly code: 'proposal_required';
}

/** The sign-in is too long ago for this. Send the password, and a code where a second factor is on, to POST /v1/auth/reauthenticate, or log in again, and use the new access token. */
export class RecentLoginRequiredError extends ApiError {
  declare readonly code: 'recent_login_required';
}

/** Not available in a sandbox project. Switch to the production project. */
export class SandboxNotSupportedError extends ApiError {
  declare readonly code: 'sandbox_not_supported';
}

/** The sandbox holds no more boards. Delete a board, or reset the sandbox. */
export class SandboxBoardLimitError extends ApiError {
  declare readonly code: 'sandbox_board_limit';
}

/** Not found. Check the id; it must belong to the project you are calling with. */
export class NotFoundError extends ApiError {
  declare readonly code: 'not_found';
}

/** Method not allowed. Use one of the methods in the Allow header. */
export class MethodNotAllowedError extends ApiError {
  declare readonly code: 'method_not_allowed';
}

/** Account already exists. Log in, or use another e-mail address. */
export class AccountExistsError extends ApiError {
  declare readonly code: 'account_exists';
}

/** The request conflicts with the present state. Read the resource again, then decide. */
export class ConflictError extends ApiError {
  declare readonly code: 'conflict';
}

/** The idempotency key was used for other content. Use a new key for new content. */
export class IdempotencyKeyReusedError extends ApiError {
  declare readonly code: 'idempotency_key_reused';
}

/** The connection lacks a needed platform scope. Reconnect the platform account, then try again. */
export class ScopeMissingError extends ApiError {
  declare readonly code: 'scope_missing';
}

/** The connection's token has expired. Reconnect the platform account, then try again. */
export class TokenExpiredError extends ApiError {
  declare readonly code: 'token_expired';
}

/** The connection's token was revoked. Reconnect the platform account, then try again. */
export class TokenRevokedError extends ApiError {
  declare readonly code: 'token_revoked';
}

/** The platform account is disconnected. Reconnect the platform account, then try again. */
export class AccountRevokedError extends ApiError {
  declare readonly code: 'account_revoked';
}

/** Another platform user answered. Sign in at the platform as the user of this account, then reconnect. */
export class AccountMismatchError extends ApiError {
  declare readonly code: 'account_mismatch';
}

/** The pin is already published. Create a new pin instead. */
export class PinAlreadyPublishedError extends ApiError {
  declare readonly code: 'pin_already_published';
}

/** The pin is being published. Wait for its outcome. */
export class PinPublishingError extends ApiError {
  declare readonly code: 'pin_publishing';
}

/** The pin is not published. Wait until it is published. */
export class PinNotPublishedError extends ApiError {
  declare readonly code: 'pin_not_published';
}

/** The pin has not failed. Only failed pins can be retried. */
export class PinNotFailedError extends ApiError {
  declare readonly code: 'pin_not_failed';
}

/** The schedule can no longer be edited. Create a new schedule. Of one that has fired, edit the pin: PATCH /v1/pins/{id}. */
export class ScheduleNotEditableError extends ApiError {
  declare readonly code: 'schedule_not_editable';
}

/** Nothing of this proposal can be agreed to any more. Ask for a new proposal. */
export class ProposalClosedError extends ApiError {
  declare readonly code: 'proposal_closed';
}

/** Too many proposed items wait for a person. Agree to some of what waits, or decline it: GET /v1/proposals?status=open. */
export class ProposalsFullError extends ApiError {
  declare readonly code: 'proposals_full';
}

/** The request body is too large. Send less at once; without a credential a body has 64 kB at most. */
export class PayloadTooLargeError extends ApiError {
  declare readonly code: 'payload_too_large';
}

/** Unsupported media type. Send the body with Content-Type: application/json. */
export class UnsupportedMediaTypeError extends ApiError {
  declare readonly code: 'unsupported_media_type';
}

/** The request is not valid. Correct the fields named in errors. */
export class ValidationError extends ApiError {
  declare readonly code: 'validation_error';
}

/** The board was not found. Choose a board from the list of boards. */
export class BoardNotFoundError extends ApiError {
  declare readonly code: 'board_not_found';
}

/** The board belongs to another user. Choose another board of this account. */
export class BoardNotOwnedError extends ApiError {
  declare readonly code: 'board_not_owned';
}

/** The board was deleted at the platform. Choose another board of this account. */
export class BoardDeletedError extends ApiError {
  declare readonly code: 'board_deleted';
}

/** The platform denied access to the board for the connected account. Choose another board, or reconnect with an account that may publish on it. */
export class BoardAccessDeniedError extends ApiError {
  declare readonly code: 'board_access_denied';
}

/** The board is not a simulated one. In a sandbox, use a board of the sandbox account. */
export class SandboxBoardNotAllowedError extends ApiError {
  declare readonly code: 'sandbox_board_not_allowed';
}

/** The image cannot be used. Send a PNG, JPEG, GIF or WebP image. */
export class InvalidImageError extends ApiError {
  declare readonly code: 'invalid_image';
}

/** The video cannot be used. Send an MP4, MOV or M4V video. */
export class InvalidVideoError extends ApiError {
  declare readonly code: 'invalid_video';
}

/** The asset was not found. Upload it again and use the new id. */
export class AssetNotFoundError extends ApiError {
  declare readonly code: 'asset_not_found';
}

/** Too many attempts. Wait for retry_after_seconds (the header Retry-After says the same), then try again. */
export class RateLimitedError extends ApiError {
  declare readonly code: 'rate_limited';
}

/** The platform's rate limit is reached. Wait for retry_after_seconds (the header Retry-After says the same), then try again. */
export class PlatformRateLimitedError extends ApiError {
  declare readonly code: 'platform_rate_limited';
}

/** An unexpected error occurred. Try again; if it stays, report the request_id. */
export class InternalError extends ApiError {
  declare readonly code: 'internal_error';
}

/** The platform is not available. Wait for retry_after_seconds (the header Retry-After says the same), then try again. */
export class PlatformUnavailableError extends ApiError {
  declare readonly code: 'platform_unavailable';
}

/** The service is not available at the moment. Wait for retry_after_seconds (the header Retry-After says the same), then try again. */
export class ServiceUnavailableError extends ApiError {
  declare readonly code: 'service_unavailable';
}
