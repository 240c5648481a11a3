"""A class for each code of the service. Written by `npm run docs sdk` from the description of the interface."""

from __future__ import annotations

from typing import Dict, Type

from ._errors import ApiError


class BadRequestError(ApiError):
    """400 `bad_request`: Bad request. Correct the request and send it again."""


class InvalidStateError(ApiError):
    """400 `invalid_state`: Invalid or expired OAuth state. Start the connection again."""


class AccessDeniedError(ApiError):
    """400 `access_denied`: Access was denied. Start the connection again and grant the access asked for."""


class InvalidTokenError(ApiError):
    """400 `invalid_token`: Invalid or expired token. Ask for a new link."""


class MissingCredentialsError(ApiError):
    """401 `missing_credentials`: Missing API key. Send an API key in X-API-Key, or an API key or access token as Authorization: Bearer."""


class InvalidApiKeyError(ApiError):
    """401 `invalid_api_key`: Invalid API key. Send a key that exists and is not revoked."""


class InvalidAccessTokenError(ApiError):
    """401 `invalid_access_token`: Invalid access token. Log in again to get a new access token."""


class InvalidCredentialsError(ApiError):
    """401 `invalid_credentials`: Invalid e-mail or password. Check both, or reset the password."""


class SecondFactorRequiredError(ApiError):
    """401 `second_factor_required`: A second factor is required. Send the ticket with a code of the authenticator app, or with a recovery code, to POST /v1/auth/login/second-factor."""


class BillingInactiveError(ApiError):
    """402 `billing_inactive`: The subscription is not active. Settle the subscription in the billing portal."""


class QuotaExceededError(ApiError):
    """402 `quota_exceeded`: The monthly pin quota is used up. Choose a larger plan, or wait for the month to turn."""


class PlanLimitError(ApiError):
    """403 `plan_limit`: The limit of the plan is reached. Choose a larger plan, or give up something that counts towards the limit."""


class FeatureUnavailableError(ApiError):
    """403 `feature_unavailable`: The plan does not include this feature. Choose a plan that includes it."""


class InsufficientScopeError(ApiError):
    """403 `insufficient_scope`: The API key lacks the needed scope. Use a key with the scope in required_scope."""


class AccountNotPermittedError(ApiError):
    """403 `account_not_permitted`: The account is outside the API key's allow-list. Use a key that may act for this account."""


class SessionRequiredError(ApiError):
    """403 `session_required`: A user session is required. Log in and send the access token."""


class ProposalRequiredError(ApiError):
    """403 `proposal_required`: The person agrees to each pin before it is published. Propose it with POST /v1/proposals, and give the person the link in the answer."""


class RecentLoginRequiredError(ApiError):
    """403 `recent_login_required`: The sign-in is too long ago for this. Send the password, and a code where a second factor is on, to POST /v1/auth/reauthenticate, or log in again, and use the new access token."""


class SandboxNotSupportedError(ApiError):
    """403 `sandbox_not_supported`: Not available in a sandbox project. Switch to the production project."""


class SandboxBoardLimitError(ApiError):
    """403 `sandbox_board_limit`: The sandbox holds no more boards. Delete a board, or reset the sandbox."""


class NotFoundError(ApiError):
    """404 `not_found`: Not found. Check the id; it must belong to the project you are calling with."""


class MethodNotAllowedError(ApiError):
    """405 `method_not_allowed`: Method not allowed. Use one of the methods in the Allow header."""


class AccountExistsError(ApiError):
    """409 `account_exists`: Account already exists. Log in, or use another e-mail address."""


class ConflictError(ApiError):
    """409 `conflict`: The request conflicts with the present state. Read the resource again, then decide."""


class IdempotencyKeyReusedError(ApiError):
    """409 `idempotency_key_reused`: The idempotency key was used for other content. Use a new key for new content."""


class ScopeMissingError(ApiError):
    """409 `scope_missing`: The connection lacks a needed platform scope. Reconnect the platform account, then try again."""


class TokenExpiredError(ApiError):
    """409 `token_expired`: The connection's token has expired. Reconnect the platform account, then try again."""


class TokenRevokedError(ApiError):
    """409 `token_revoked`: The connection's token was revoked. Reconnect the platform account, then try again."""


class AccountRevokedError(ApiError):
    """409 `account_revoked`: The platform account is disconnected. Reconnect the platform account, then try again."""


class AccountMismatchError(ApiError):
    """409 `account_mismatch`: Another platform user answered. Sign in at the platform as the user of this account, then reconnect."""


class PinAlreadyPublishedError(ApiError):
    """409 `pin_already_published`: The pin is already published. Create a new pin instead."""


class PinPublishingError(ApiError):
    """409 `pin_publishing`: The pin is being published. Wait for its outcome."""


class PinNotPublishedError(ApiError):
    """409 `pin_not_published`: The pin is not published. Wait until it is published."""


class PinNotFailedError(ApiError):
    """409 `pin_not_failed`: The pin has not failed. Only failed pins can be retried."""


class ScheduleNotEditableError(ApiError):
    """409 `schedule_not_editable`: The schedule can no longer be edited. Create a new schedule. Of one that has fired, edit the pin: PATCH /v1/pins/{id}."""


class ProposalClosedError(ApiError):
    """409 `proposal_closed`: Nothing of this proposal can be agreed to any more. Ask for a new proposal."""


class ProposalsFullError(ApiError):
    """409 `proposals_full`: Too many proposed items wait for a person. Agree to some of what waits, or decline it: GET /v1/proposals?status=open."""


class PayloadTooLargeError(ApiError):
    """413 `payload_too_large`: The request body is too large. Send less at once; without a credential a body has 64 kB at most."""


class UnsupportedMediaTypeError(ApiError):
    """415 `unsupported_media_type`: Unsupported media type. Send the body with Content-Type: application/json."""


class ValidationError(ApiError):
    """422 `validation_error`: The request is not valid. Correct the fields named in errors."""


class BoardNotFoundError(ApiError):
    """422 `board_not_found`: The board was not found. Choose a board from the list of boards."""


class BoardNotOwnedError(ApiError):
    """422 `board_not_owned`: The board belongs to another user. Choose another board of this account."""


class BoardDeletedError(ApiError):
    """422 `board_deleted`: The board was deleted at the platform. Choose another board of this account."""


class BoardAccessDeniedError(ApiError):
    """422 `board_access_denied`: The platform denied access to the board for the connected account. Choose another board, or reconnect with an account that may publish on it."""


class SandboxBoardNotAllowedError(ApiError):
    """422 `sandbox_board_not_allowed`: The board is not a simulated one. In a sandbox, use a board of the sandbox account."""


class InvalidImageError(ApiError):
    """422 `invalid_image`: The image cannot be used. Send a PNG, JPEG, GIF or WebP image."""


class InvalidVideoError(ApiError):
    """422 `invalid_video`: The video cannot be used. Send an MP4, MOV or M4V video."""


class AssetNotFoundError(ApiError):
    """422 `asset_not_found`: The asset was not found. Upload it again and use the new id."""


class RateLimitedError(ApiError):
    """429 `rate_limited`: Too many attempts. Wait for retry_after_seconds (the header Retry-After says the same), then try again."""


class PlatformRateLimitedError(ApiError):
    """429 `platform_rate_limited`: The platform's rate limit is reached. Wait for retry_after_seconds (the header Retry-After says the same), then try again."""


class InternalError(ApiError):
    """500 `internal_error`: An unexpected error occurred. Try again; if it stays, report the request_id."""


class PlatformUnavailableError(ApiError):
    """503 `platform_unavailable`: The platform is not available. Wait for retry_after_seconds (the header Retry-After says the same), then try again."""


class ServiceUnavailableError(ApiError):
    """503 `service_unavailable`: The service is not available at the moment. Wait for retry_after_seconds (the header Retry-After says the same), then try again."""


error_classes: Dict[str, Type[ApiError]] = {
    "bad_request": BadRequestError,
    "invalid_state": InvalidStateError,
    "access_denied": AccessDeniedError,
    "invalid_token": InvalidTokenError,
    "missing_credentials": MissingCredentialsError,
    "invalid_api_key": InvalidApiKeyError,
    "invalid_access_token": InvalidAccessTokenError,
    "invalid_credentials": InvalidCredentialsError,
    "second_factor_required": SecondFactorRequiredError,
    "billing_inactive": BillingInactiveError,
    "quota_exceeded": QuotaExceededError,
    "plan_limit": PlanLimitError,
    "feature_unavailable": FeatureUnavailableError,
    "insufficient_scope": InsufficientScopeError,
    "account_not_permitted": AccountNotPermittedError,
    "session_required": SessionRequiredError,
    "proposal_required": ProposalRequiredError,
    "recent_login_required": RecentLoginRequiredError,
    "sandbox_not_supported": SandboxNotSupportedError,
    "sandbox_board_limit": SandboxBoardLimitError,
    "not_found": NotFoundError,
    "method_not_allowed": MethodNotAllowedError,
    "account_exists": AccountExistsError,
    "conflict": ConflictError,
    "idempotency_key_reused": IdempotencyKeyReusedError,
    "scope_missing": ScopeMissingError,
    "token_expired": TokenExpiredError,
    "token_revoked": TokenRevokedError,
    "account_revoked": AccountRevokedError,
    "account_mismatch": AccountMismatchError,
    "pin_already_published": PinAlreadyPublishedError,
    "pin_publishing": PinPublishingError,
    "pin_not_published": PinNotPublishedError,
    "pin_not_failed": PinNotFailedError,
    "schedule_not_editable": ScheduleNotEditableError,
    "proposal_closed": ProposalClosedError,
    "proposals_full": ProposalsFullError,
    "payload_too_large": PayloadTooLargeError,
    "unsupported_media_type": UnsupportedMediaTypeError,
    "validation_error": ValidationError,
    "board_not_found": BoardNotFoundError,
    "board_not_owned": BoardNotOwnedError,
    "board_deleted": BoardDeletedError,
    "board_access_denied": BoardAccessDeniedError,
    "sandbox_board_not_allowed": SandboxBoardNotAllowedError,
    "invalid_image": InvalidImageError,
    "invalid_video": InvalidVideoError,
    "asset_not_found": AssetNotFoundError,
    "rate_limited": RateLimitedError,
    "platform_rate_limited": PlatformRateLimitedError,
    "internal_error": InternalError,
    "platform_unavailable": PlatformUnavailableError,
    "service_unavailable": ServiceUnavailableError,
}
