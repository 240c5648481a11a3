"""What is sent within a call; the fields of its own are arguments. Written by `npm run docs sdk` from the description of the interface."""

from __future__ import annotations

from datetime import datetime
from typing import (
    Any,
    Iterable,
    Literal,
    Mapping,
    Optional,
    TypedDict,
)


class _RegisterParamsRequired(TypedDict):
    full_name: str
    """The person's name."""
    email: str
    """Compared lower-cased and trimmed."""
    password: str
    """None of the most used passwords."""


class RegisterParams(_RegisterParamsRequired, total=False):
    carrier: Literal["token", "cookie"]
    """What carries the session: the token in the answer, as where nothing is said, or a cookie that only pages of this address send, and no script can read."""
    next_path: Any
    """Taken and dropped."""
    marketing_attribution: Any
    """Taken and dropped."""
    referral_code: Any
    """Taken and dropped."""
    invite_token: Any
    """Taken and dropped."""
    timezone: Optional[str]
    """IANA name, of the user who registers; blank is none, and then it is UTC."""
    workspace_name: Optional[str]
    """Blank is none, and then it is made of full_name."""


class _LoginParamsRequired(TypedDict):
    email: str
    """Compared lower-cased and trimmed."""
    password: str
    """The password."""


class LoginParams(_LoginParamsRequired, total=False):
    carrier: Literal["token", "cookie"]
    """What carries the session: the token in the answer, as where nothing is said, or a cookie that only pages of this address send, and no script can read."""
    next_path: Any
    """Taken and dropped."""
    marketing_attribution: Any
    """Taken and dropped."""
    referral_code: Any
    """Taken and dropped."""
    invite_token: Any
    """Taken and dropped."""
    timezone: Optional[str]
    """IANA name, of the user who registers; blank is none, and then it is UTC."""


class ForgotPasswordParams(TypedDict):
    email: str
    """Compared lower-cased and trimmed."""


class ResetPasswordParams(TypedDict):
    token: str
    """From the mailed link; works once."""
    password: str
    """None of the most used passwords."""


class ChangePasswordParams(TypedDict):
    current_password: str
    """The password that holds now."""
    new_password: str
    """None of the most used passwords."""


class ChangeEmailParams(TypedDict):
    new_email: str
    """Compared lower-cased and trimmed."""


class ReauthenticateParams(TypedDict, total=False):
    carrier: Literal["token", "cookie"]
    """What carries the session: the token in the answer, as where nothing is said, or a cookie that only pages of this address send, and no script can read."""
    password: Optional[str]
    """Of whoever has one. Where a second factor is on, one of the codes belongs to it."""
    code: Optional[str]
    """Six digits that the authenticator app shows."""
    recovery_code: Optional[str]
    """In place of a code; works once."""


class _CompleteSignInParamsRequired(TypedDict):
    token: str
    """From the address the browser was sent to; works once, for two minutes."""


class CompleteSignInParams(_CompleteSignInParamsRequired, total=False):
    carrier: Literal["token", "cookie"]
    """What carries the session: the token in the answer, as where nothing is said, or a cookie that only pages of this address send, and no script can read."""


class ConfirmSecondFactorParams(TypedDict):
    code: str
    """Six digits that the authenticator app shows."""


class OwnerProofParams(TypedDict, total=False):
    password: Optional[str]
    """The password that holds now; or else one of the codes."""
    code: Optional[str]
    """Six digits that the authenticator app shows."""
    recovery_code: Optional[str]
    """In place of a code; works once."""


class _RedeemTicketParamsRequired(TypedDict):
    ticket: str
    """From the refusal `second_factor_required`; completes one sign-in."""


class RedeemTicketParams(_RedeemTicketParamsRequired, total=False):
    code: Optional[str]
    """Six digits that the authenticator app shows."""
    recovery_code: Optional[str]
    """In place of a code; works once."""
    carrier: Literal["token", "cookie"]
    """What carries the session: the token in the answer, as where nothing is said, or a cookie that only pages of this address send, and no script can read."""


class ChangeProfileParams(TypedDict, total=False):
    full_name: Optional[str]
    """The person's name."""
    company_name: Optional[str]
    """Company on the invoice."""
    company_website: Optional[str]
    """The company's website."""
    billing_email: Optional[str]
    """Where invoices are sent."""
    billing_phone: Optional[str]
    """Telephone number for questions about invoices."""
    tax_id: Optional[str]
    """Tax number on the invoice."""
    address_line1: Optional[str]
    """First line of the invoice address."""
    address_line2: Optional[str]
    """Second line of the invoice address."""
    address_city: Optional[str]
    """City of the invoice address."""
    address_state: Optional[str]
    """State or region of the invoice address."""
    address_postal_code: Optional[str]
    """Postal code of the invoice address."""
    address_country: Optional[str]
    """Country of the invoice address."""
    workspace_name: str
    """The name of the organization."""


class ChangePreferencesParams(TypedDict, total=False):
    transactional_enabled: Optional[bool]
    """Whether the person gets mails about what was done."""
    alerts_enabled: Optional[bool]
    """Whether the person gets mails about trouble and limits."""
    verification_enabled: Optional[bool]
    """Whether the person gets mails about addresses to verify."""


class CreateSandboxParams(TypedDict, total=False):
    name: Optional[str]
    """Sandbox where absent."""


class _SwitchProjectParamsRequired(TypedDict):
    project_id: str
    """The project."""


class SwitchProjectParams(_SwitchProjectParamsRequired, total=False):
    carrier: Literal["token", "cookie"]
    """What carries the session: the token in the answer, as where nothing is said, or a cookie that only pages of this address send, and no script can read."""


class _CreateApiKeyParamsRequired(TypedDict):
    name: str
    """The name."""


class CreateApiKeyParams(_CreateApiKeyParamsRequired, total=False):
    scopes: Optional[Iterable[Literal["read", "write", "destructive"]]]
    """All when absent."""
    platform_account_ids: Optional[Iterable[str]]
    """Accounts the key may name; every one when absent."""
    expires_at: Optional[datetime]
    """When the key stops working, with its offset from UTC: in the future, within five years. Absent: it works until it is revoked, or as long as the key that makes it."""


class UpdateApiKeyParams(TypedDict, total=False):
    name: Optional[str]
    """null leaves it."""
    scopes: Optional[Iterable[Literal["read", "write", "destructive"]]]
    """All when absent."""
    platform_account_ids: Optional[Iterable[str]]
    """Accounts the key may name; every one when absent."""
    publishing_mode: Optional[Literal["propose", "confirm", "direct"]]
    """Of a program's grant: a stricter one than now; a looser one is agreed to at `/app/grant`. null leaves it."""


class _BoardCreateParamsRequired(TypedDict):
    account_id: str
    """A connected account of the project."""
    name: str
    """The name."""


class BoardCreateParams(_BoardCreateParamsRequired, total=False):
    description: Optional[str]
    """Text below the title."""
    visibility: Optional[Literal["PUBLIC", "SECRET", "null"]]
    """Who may see the board; the same as privacy."""
    privacy: Optional[Literal["PUBLIC", "SECRET", "null"]]
    """The same as visibility."""


class BoardUpdateParams(TypedDict, total=False):
    description: Optional[str]
    """Text below the title."""
    visibility: Optional[Literal["PUBLIC", "SECRET", "null"]]
    """Who may see the board; the same as privacy."""
    privacy: Optional[Literal["PUBLIC", "SECRET", "null"]]
    """The same as visibility."""
    account_id: Optional[str]
    """Needed here or in the query."""
    name: Optional[str]
    """null leaves it."""


class _ImportRowParamsRequired(TypedDict):
    account_id: str
    """The connected account to publish with."""
    board_id: str
    """The board, as the platform names it."""
    title: str
    """The title."""


class ImportRowParams(_ImportRowParamsRequired, total=False):
    description: Optional[str]
    """Text below the title."""
    link_url: Optional[str]
    """Where the pin leads to."""
    image_url: Optional[str]
    """Exactly one of image_url and asset_id."""
    asset_id: Optional[str]
    """An uploaded asset of the project."""
    alt_text: Optional[str]
    """What the image shows, for those who cannot see it."""
    board_section_id: Optional[str]
    """A section of the board."""
    dominant_color: Optional[str]
    """Shown until the image has loaded, as #RRGGBB."""
    related_terms: Optional[Iterable[str]]
    """An array, or one comma-separated string; at most 100 terms of at most 100 characters."""
    cover_image_url: Optional[str]
    """Cover of a video; at most one of the two."""
    cover_image_asset_id: Optional[str]
    """An uploaded image as the cover of a video."""
    idempotency_key: Optional[str]
    """Also as the header Idempotency-Key."""
    run_at: Optional[datetime]
    """The row becomes a schedule; with an offset."""


class BulkIdsParams(TypedDict):
    ids: Iterable[str]
    """An id that comes again is changed once."""


class _CreatePinParamsRequired(TypedDict):
    account_id: str
    """The connected account to publish with."""
    board_id: str
    """The board, as the platform names it."""
    title: str
    """The title."""


class CreatePinParams(_CreatePinParamsRequired, total=False):
    description: Optional[str]
    """Text below the title."""
    link_url: Optional[str]
    """Where the pin leads to."""
    image_url: Optional[str]
    """Exactly one of image_url and asset_id."""
    asset_id: Optional[str]
    """An uploaded asset of the project."""
    alt_text: Optional[str]
    """What the image shows, for those who cannot see it."""
    board_section_id: Optional[str]
    """A section of the board."""
    dominant_color: Optional[str]
    """Shown until the image has loaded, as #RRGGBB."""
    related_terms: Optional[Iterable[str]]
    """An array, or one comma-separated string; at most 100 terms of at most 100 characters."""
    cover_image_url: Optional[str]
    """Cover of a video; at most one of the two."""
    cover_image_asset_id: Optional[str]
    """An uploaded image as the cover of a video."""
    idempotency_key: Optional[str]
    """Also as the header Idempotency-Key."""


class BatchParams(TypedDict):
    pins: Iterable[CreatePinParams]
    """The pins to create."""


class RetryPinParams(TypedDict, total=False):
    board_id: Optional[str]
    """The board, as the platform names it."""
    account_id: Optional[str]
    """A connected account of the project."""


class EditPinParams(TypedDict, total=False):
    description: Optional[str]
    """Text below the title."""
    link_url: Optional[str]
    """Where the pin leads to."""
    image_url: Optional[str]
    """Exactly one of image_url and asset_id."""
    asset_id: Optional[str]
    """An uploaded asset of the project."""
    alt_text: Optional[str]
    """What the image shows, for those who cannot see it."""
    board_section_id: Optional[str]
    """A section of the board."""
    dominant_color: Optional[str]
    """Shown until the image has loaded, as #RRGGBB."""
    related_terms: Optional[Iterable[str]]
    """An array, or one comma-separated string; at most 100 terms of at most 100 characters."""
    cover_image_url: Optional[str]
    """Cover of a video; at most one of the two."""
    cover_image_asset_id: Optional[str]
    """An uploaded image as the cover of a video."""
    title: Optional[str]
    """The title."""
    board_id: Optional[str]
    """The board, as the platform names it."""


class _CreateScheduleParamsRequired(TypedDict):
    account_id: str
    """The connected account to publish with."""
    board_id: str
    """The board, as the platform names it."""
    title: str
    """The title."""
    run_at: datetime
    """When the pin is to be queued: a moment in the future, with its offset from UTC."""


class CreateScheduleParams(_CreateScheduleParamsRequired, total=False):
    description: Optional[str]
    """Text below the title."""
    link_url: Optional[str]
    """Where the pin leads to."""
    image_url: Optional[str]
    """Exactly one of image_url and asset_id."""
    asset_id: Optional[str]
    """An uploaded asset of the project."""
    alt_text: Optional[str]
    """What the image shows, for those who cannot see it."""
    board_section_id: Optional[str]
    """A section of the board."""
    dominant_color: Optional[str]
    """Shown until the image has loaded, as #RRGGBB."""
    related_terms: Optional[Iterable[str]]
    """An array, or one comma-separated string; at most 100 terms of at most 100 characters."""
    cover_image_url: Optional[str]
    """Cover of a video; at most one of the two."""
    cover_image_asset_id: Optional[str]
    """An uploaded image as the cover of a video."""
    idempotency_key: Optional[str]
    """Also as the header Idempotency-Key."""


class EditScheduleParams(TypedDict, total=False):
    description: Optional[str]
    """Text below the title."""
    link_url: Optional[str]
    """Where the pin leads to."""
    image_url: Optional[str]
    """Exactly one of image_url and asset_id."""
    asset_id: Optional[str]
    """An uploaded asset of the project."""
    alt_text: Optional[str]
    """What the image shows, for those who cannot see it."""
    board_section_id: Optional[str]
    """A section of the board."""
    dominant_color: Optional[str]
    """Shown until the image has loaded, as #RRGGBB."""
    related_terms: Optional[Iterable[str]]
    """An array, or one comma-separated string; at most 100 terms of at most 100 characters."""
    cover_image_url: Optional[str]
    """Cover of a video; at most one of the two."""
    cover_image_asset_id: Optional[str]
    """An uploaded image as the cover of a video."""
    title: Optional[str]
    """The title."""
    board_id: Optional[str]
    """The board, as the platform names it."""
    run_at: Optional[datetime]
    """A moment in the future, with its offset from UTC; null leaves it."""


class _ProposedPinParamsRequired(TypedDict):
    account_id: str
    """The connected account to publish with."""
    board_id: str
    """The board, as the platform names it."""
    title: str
    """The title."""


class ProposedPinParams(_ProposedPinParamsRequired, total=False):
    description: Optional[str]
    """Text below the title."""
    link_url: Optional[str]
    """Where the pin leads to."""
    image_url: Optional[str]
    """Exactly one of image_url and asset_id."""
    asset_id: Optional[str]
    """An uploaded asset of the project."""
    alt_text: Optional[str]
    """What the image shows, for those who cannot see it."""
    board_section_id: Optional[str]
    """A section of the board."""
    dominant_color: Optional[str]
    """Shown until the image has loaded, as #RRGGBB."""
    related_terms: Optional[Iterable[str]]
    """An array, or one comma-separated string; at most 100 terms of at most 100 characters."""
    cover_image_url: Optional[str]
    """Cover of a video; at most one of the two."""
    cover_image_asset_id: Optional[str]
    """An uploaded image as the cover of a video."""
    idempotency_key: Optional[str]
    """Also as the header Idempotency-Key."""
    run_at: datetime
    """Of `schedule` only, and needed there."""


class _ProposedItemParamsRequired(TypedDict):
    action: Literal["publish", "schedule", "change_pin", "change_schedule", "retry_pin"]
    """What happened, as <resource>.<what>."""


class ProposedItemParams(_ProposedItemParamsRequired, total=False):
    pin: ProposedPinParams
    """Of `publish` and `schedule`."""
    id: str
    """The pin or schedule, of the other actions."""
    changes: EditScheduleParams
    """Of `change_pin` and `change_schedule`; `run_at` of schedules only."""
    target: RetryPinParams
    """Of `retry_pin`: where else it is to go."""


class _ProposeParamsRequired(TypedDict):
    items: Iterable[ProposedItemParams]
    """The entries of this page."""


class ProposeParams(_ProposeParamsRequired, total=False):
    idempotency_key: Optional[str]
    """Also as the header Idempotency-Key."""


class _ItemChoiceParamsRequired(TypedDict):
    number: int
    """Place in the proposal, from 1."""


class ItemChoiceParams(_ItemChoiceParamsRequired, total=False):
    changes: EditScheduleParams
    """What is made of it; `run_at` of schedules only."""
    fingerprint: Optional[str]
    """As the person was shown the item; 409 `conflict` where it is another one by now."""


class ApproveParams(TypedDict, total=False):
    items: Optional[Iterable[ItemChoiceParams]]
    """Absent: all that is open."""


class DeclinedItemParams(TypedDict):
    number: int
    """Place in the proposal, from 1."""


class DeclineParams(TypedDict, total=False):
    items: Optional[Iterable[DeclinedItemParams]]
    """Absent: all that is open."""


class CheckoutParams(TypedDict):
    plan: Literal["starter", "growth", "pro"]
    """The plan."""
    billing_cycle: Literal["monthly", "annual"]
    """Whether it is paid by the month or by the year."""


class _WebhookCreateParamsRequired(TypedDict):
    url: str
    """Where events are sent."""


class WebhookCreateParams(_WebhookCreateParamsRequired, total=False):
    secret: Optional[str]
    """Signs deliveries. Without one we make it."""
    events: Optional[Iterable[Literal["pin.queued", "pin.deferred", "pin.publishing", "pin.published", "pin.failed", "schedule.fired", "schedule.failed", "schedule.canceled", "import.completed", "account.reconnect_required", "quota.threshold_reached", "webhook.disabled", "pin.*", "schedule.*", "import.*", "account.*", "quota.*", "webhook.*", "*"]]]
    """At creation `pin.published` and `pin.failed` when absent."""
    platform_account_ids: Optional[Iterable[str]]
    """It is sent only events of these accounts; of all when null."""
    has_key_pair: Optional[bool]
    """Whether a key pair of ours (Ed25519) signs too, beside the secret. The webhook shows its `public_key`; a new secret brings a new pair. At creation none when absent."""
    headers: Optional[Mapping[str, str]]
    """Headers of your own, sent beside ours. They replace all that were given before; the values are not shown again."""
    is_enabled: Optional[bool]
    """At creation it is enabled when absent."""


class WebhookUpdateParams(TypedDict, total=False):
    secret: Optional[str]
    """Signs deliveries. Without one we make it."""
    events: Optional[Iterable[Literal["pin.queued", "pin.deferred", "pin.publishing", "pin.published", "pin.failed", "schedule.fired", "schedule.failed", "schedule.canceled", "import.completed", "account.reconnect_required", "quota.threshold_reached", "webhook.disabled", "pin.*", "schedule.*", "import.*", "account.*", "quota.*", "webhook.*", "*"]]]
    """At creation `pin.published` and `pin.failed` when absent."""
    platform_account_ids: Optional[Iterable[str]]
    """It is sent only events of these accounts; of all when null."""
    has_key_pair: Optional[bool]
    """Whether a key pair of ours (Ed25519) signs too, beside the secret. The webhook shows its `public_key`; a new secret brings a new pair. At creation none when absent."""
    headers: Optional[Mapping[str, str]]
    """Headers of your own, sent beside ours. They replace all that were given before; the values are not shown again."""
    is_enabled: Optional[bool]
    """At creation it is enabled when absent."""
    url: Optional[str]
    """Where events are sent."""


class _ReplayParamsRequired(TypedDict):
    since: datetime
    """Events from this moment on, of the last 90 days."""


class ReplayParams(_ReplayParamsRequired, total=False):
    until: Optional[datetime]
    """Events before this moment; without it, all since."""
