"""What the service answers. Written by `npm run docs sdk` from the description of the interface."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import (
    Any,
    Dict,
    List,
    Literal,
    Optional,
    Union,
)

from ._codec import no_fields


@dataclass(frozen=True)
class Service:
    service: str
    """What answers here."""
    version: str
    """The version of the interface."""
    docs: str
    """Where the interface is described."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Liveness:
    status: Union[Literal["ok"], str]
    """The process runs."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Dependency:
    ok: bool
    """Whether this part answers as it should."""
    degraded: Optional[bool] = None
    """True where the process stays ready without this part."""
    detail: Any = None
    """What is known of it: a position, a lag in seconds, why it failed."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Feature:
    state: Union[Literal["enabled", "disabled"], str]
    """Whether the settings that it needs are there."""
    reason: Optional[str] = None
    """The settings that are missing."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Readiness:
    status: Union[Literal["ok", "unavailable", "stopping"], str]
    """Whether the process should be sent requests."""
    checks: Optional[Dict[str, Dependency]] = None
    """Each dependency and projection; for operators only."""
    features: Optional[Dict[str, Feature]] = None
    """Which features the settings turn on; for operators only."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class FieldError:
    loc: List[Union[str, int]]
    """Where the fault is: body, query, path or header, then the way to the field."""
    msg: str
    """The name and the rule, and behind them what was given: its kind, its size, its beginning where it is no secret."""
    type: str
    """Stable name of the fault."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ErrorBody:
    code: str
    """Stable; safe to branch on."""
    message: str
    """For people."""
    remediation: str
    """What to change."""
    doc_url: str
    """A page of this service about the code: why it is answered and what to do."""
    request_id: str
    """Equals the X-Request-ID header."""
    errors: Optional[List[FieldError]] = None
    """Present when code is validation_error."""
    retry_after_seconds: Optional[int] = None
    """The same call may succeed after so many seconds."""
    account_id: Optional[str] = None
    """The account that the request named and may not; null where it named something of an account, or what concerns all of them."""
    pin_id: Optional[str] = None
    """The pin that used the idempotency key before, where the caller may know of it."""
    required_scope: Optional[str] = None
    """The scope that the key lacks."""
    limit: Optional[Union[str, int]] = None
    """Which limit of the plan or the project is reached, or how high it is."""
    ticket: Optional[str] = field(default=None, repr=False)
    """Completes this sign-in together with a code; present when code is second_factor_required."""
    expires_in: Optional[int] = None
    """Seconds for which the ticket is good."""
    upgrade_url: Optional[str] = None
    """Where to choose a larger plan, or to pay."""
    connect_url: Optional[str] = None
    """Where to connect the account again."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Probe:
    status: Union[Literal["ok", "unavailable", "stopping"], str]
    """Whether the process should be sent requests."""
    version: str
    """The version of the interface."""
    environment: str
    """Where this installation stands: its setting ENVIRONMENT."""
    database: Optional[Union[Literal["ok", "unavailable", "null"], str]]
    """Whether the database can be read and written; null where that was not asked."""
    cannot: Optional[List[str]] = None
    """What the database cannot be used for now: `reads`, `writes`."""
    reason: Optional[str] = None
    """Why, in one word: `read_only`, `disk_full`, `unreachable` …."""
    degraded: Optional[List[str]] = None
    """Parts and read models that do not work, while the process serves what needs none of them."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Organization:
    id: str
    """The id."""
    name: str
    """The name."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Project:
    id: str
    """The `workspace_id` of everything in the project."""
    name: str
    """The name."""
    environment: Union[Literal["production", "sandbox"], str]
    """Production, or the sandbox that publishes to a simulation."""
    timezone: str
    """IANA time zone."""
    plan: Union[Literal["playground", "starter", "growth", "pro", "enterprise"], str]
    """The plan."""
    created_at: datetime
    """When it was made."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class User:
    id: str
    """The id."""
    email: str
    """The e-mail address."""
    full_name: str
    """The person's name."""
    timezone: str
    """IANA time zone."""
    email_verified: bool
    """Whether the address was proven."""
    created_at: datetime
    """When it was made."""
    deletion_due_at: Optional[datetime] = None
    """When account and workspace end, as the person asked; absent otherwise."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Permissions:
    can_manage_billing: bool
    """Not from a sandbox."""
    can_manage_api_keys: bool
    """May make, change and revoke API keys."""
    can_publish: bool
    """Whether billing accepts new pins."""
    can_manage_members: bool
    """May invite and remove members."""
    can_manage_integrations: bool
    """Webhooks and platform accounts."""
    can_delete_assets: bool
    """May delete assets."""
    can_reset_sandbox: bool
    """Whether there is a sandbox to reset."""
    can_view_reports: bool
    """May see reports."""
    can_delete_content: bool
    """Pins and schedules."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class AuthResponse:
    organization: Organization
    active_project: Project
    projects: List[Project]
    """All projects of the organization."""
    user: User
    workspace: Project
    """The same as active_project, under its older name."""
    permissions: Permissions
    access_token: str = field(repr=False)
    """Empty where a cookie carries the session."""
    token_type: Union[Literal["bearer"], str]
    """Always bearer."""
    expires_in: int
    """Seconds."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Me:
    organization: Organization
    active_project: Project
    projects: List[Project]
    """All projects of the organization."""
    user: User
    workspace: Project
    """The same as active_project, under its older name."""
    permissions: Permissions
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ActionResponse:
    message: str
    """A sentence for people."""
    retry_after_seconds: Optional[int]
    """When to ask again, if nothing was done."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class PendingEmail:
    message: str
    """A sentence for people."""
    pending_email: str
    """The address that is to hold after the confirmation."""
    requested_at: datetime
    """When it was asked for."""
    retry_after_seconds: Optional[int]
    """When to ask again, if nothing was sent."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ChangedEmail:
    message: str
    """A sentence for people."""
    new_email: str
    """The address that holds from now on."""
    requires_reauthentication: bool
    """Whether to sign in again."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Session:
    id: str
    """The id."""
    created_at: datetime
    """When the person signed in."""
    last_used_at: Optional[datetime]
    """At most a minute old."""
    user_agent: Optional[str]
    """What the client said it is."""
    current: bool
    """Whether it is the session of this call."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class AccessToken:
    access_token: str = field(repr=False)
    """Empty where a cookie carries the session."""
    token_type: Union[Literal["bearer"], str]
    """Always bearer."""
    expires_in: int
    """Seconds."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class GoogleStatus:
    enabled: bool
    """Whether it can be used."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class CompletedSignIn:
    organization: Organization
    active_project: Project
    projects: List[Project]
    """All projects of the organization."""
    user: User
    workspace: Project
    """The same as active_project, under its older name."""
    permissions: Permissions
    access_token: str = field(repr=False)
    """Empty where a cookie carries the session."""
    token_type: Union[Literal["bearer"], str]
    """Always bearer."""
    expires_in: int
    """Seconds."""
    is_new_user: bool
    """Whether this sign-in made the account."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class SecondFactor:
    enabled: bool
    """Whether signing in asks for a code."""
    enabled_at: Optional[datetime]
    """Since when."""
    setup_pending: bool
    """Whether a setup waits for its first code."""
    recovery_codes_left: int
    """How many recovery codes are left."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class SecondFactorSetup:
    secret: str = field(repr=False)
    """For apps that take it by hand, base32; shown this once."""
    otpauth_url: str = field(repr=False)
    """What authenticator apps read from a QR code."""
    qr_code_svg: str = field(repr=False)
    """The QR code, as SVG."""
    expires_at: datetime
    """Until when a code can confirm it."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class RecoveryCodes:
    recovery_codes: List[str] = field(repr=False)
    """Each works once in place of a code; shown this once."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class AccountDeletion:
    deletion_due_at: datetime
    """When account and workspace end for good; until then it can be taken back."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class AccountExport:
    export_id: str
    """The export."""
    status: Union[Literal["preparing", "ready", "expired", "failed"], str]
    """`preparing` while the archive is made, `ready` while it can be downloaded."""
    requested_at: datetime
    """When it was asked for."""
    ready_at: Optional[datetime]
    """Since when it can be downloaded."""
    expires_at: Optional[datetime]
    """Until when; then it is deleted."""
    size_bytes: Optional[int]
    """Size of the archive."""
    sha256: Optional[str]
    """SHA-256 of the archive."""
    file_count: Optional[int]
    """How many files are in it."""
    download_count: int
    """How often its download was begun; counted up to 20."""
    download_url: Optional[str] = field(repr=False)
    """Works without a credential until it expires: whoever has it reads everything. Null before the archive is ready, and for a session whose sign-in is older than asking needs."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Profile:
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
    email: str
    """The e-mail address."""
    pending_email_change_to: Optional[str]
    """The address that waits for its confirmation."""
    pending_email_change_requested_at: Optional[datetime]
    """When the change of address was asked for."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Preferences:
    id: str
    """The id."""
    workspace_id: str
    """The project."""
    user_id: str
    """The person."""
    transactional_enabled: bool
    """Whether the person gets mails about what was done."""
    alerts_enabled: bool
    """Whether the person gets mails about trouble and limits."""
    verification_enabled: bool
    """Whether the person gets mails about addresses to verify."""
    created_at: datetime
    """When it was made."""
    updated_at: datetime
    """When it last changed."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Unsubscribed:
    status: Union[Literal["unsubscribed"], str]
    """The state."""
    message: str
    """A sentence for people."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ProjectsContext:
    organization: Organization
    active_project: Project
    projects: List[Project]
    """All projects of the organization."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class SwitchedProject:
    organization: Organization
    active_project: Project
    projects: List[Project]
    """All projects of the organization."""
    access_token: str = field(repr=False)
    """For the project that is active now; empty where a cookie carries the session."""
    token_type: Union[Literal["bearer"], str]
    """Always bearer."""
    expires_in: int
    """Seconds."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class CreatedApiKey:
    id: str
    """The id."""
    workspace_id: str
    """The project."""
    name: str
    """The name."""
    key_prefix: str
    """The first characters of the key, to recognize it by."""
    scopes: List[Union[Literal["read", "write", "destructive"], str]]
    """What it may do."""
    platform_account_ids: Optional[List[str]]
    """The only accounts that it may name; null: all of them."""
    made_by: Optional[str]
    """The key that made it, whose grants, as they are now, bound its own; null: a person made it."""
    expires_at: Optional[datetime]
    """From then on it is refused, with what it made; null: it has no end of its own."""
    source: Optional[str]
    """How it was made: device, for a terminal that signed in with a code; oauth, the grant of a program, which has tokens instead of a key; null: by a request for a key."""
    client_name: Optional[str]
    """The program that it was made for; null: whichever has it."""
    publishing_mode: Optional[str]
    """What that program needs to publish: propose, your yes to each pin; confirm, the yes that it gets from you itself; direct, nothing; null: it is no grant."""
    authorized_by_email: Optional[str]
    """Who agreed to that program; null where source is null."""
    created_at: datetime
    """When it was made."""
    api_key: str = field(repr=False)
    """The key; shown this once."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ApiKeyRecord:
    id: str
    """The id."""
    workspace_id: str
    """The project."""
    name: str
    """The name."""
    key_prefix: str
    """The first characters of the key, to recognize it by."""
    scopes: List[Union[Literal["read", "write", "destructive"], str]]
    """What it may do."""
    platform_account_ids: Optional[List[str]]
    """The only accounts that it may name; null: all of them."""
    made_by: Optional[str]
    """The key that made it, whose grants, as they are now, bound its own; null: a person made it."""
    expires_at: Optional[datetime]
    """From then on it is refused, with what it made; null: it has no end of its own."""
    source: Optional[str]
    """How it was made: device, for a terminal that signed in with a code; oauth, the grant of a program, which has tokens instead of a key; null: by a request for a key."""
    client_name: Optional[str]
    """The program that it was made for; null: whichever has it."""
    publishing_mode: Optional[str]
    """What that program needs to publish: propose, your yes to each pin; confirm, the yes that it gets from you itself; direct, nothing; null: it is no grant."""
    authorized_by_email: Optional[str]
    """Who agreed to that program; null where source is null."""
    created_at: datetime
    """When it was made."""
    last_used_at: Optional[datetime]
    """When it was last used."""
    revoked_at: Optional[datetime]
    """When it was revoked."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class StartedConnection:
    authorization_url: str = field(repr=False)
    """The consent page of the platform, for a user who knows what is about to be connected."""
    connect_url: str
    """A page that says which workspace is about to be connected and by whom, and leads on. Only the browser that opened it can end it."""
    state: str
    """Comes back with the user; works once."""
    expires_at: datetime
    """Until then the state works."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ConnectedAccount:
    status: Union[Literal["connected"], str]
    """The state."""
    message: str
    """A sentence for people."""
    account_id: str
    """A connected account of the project."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Account:
    id: str
    """The id."""
    workspace_id: str
    """The project."""
    platform_user_id: str
    """The user on the platform."""
    display_name: Optional[str]
    """The name that people see."""
    username: Optional[str]
    """The name on the platform."""
    scopes: str
    """Separated by commas."""
    created_at: datetime
    """When it was made."""
    updated_at: datetime
    """When it last changed."""
    revoked_at: Optional[datetime]
    """When it was revoked."""
    health_status: Union[Literal["healthy", "reconnect_required", "revoked"], str]
    """Whether the connection can be used."""
    health_message: Optional[str]
    """What is wrong with the connection."""
    health_checked_at: Optional[datetime]
    """When the connection was last looked at."""
    missing_scopes: List[str]
    """Asked for and not granted."""
    reconnect_required: bool
    """Whether the account has to be connected again."""
    token_expires_at: Optional[datetime]
    """When the platform's access token ends; it is renewed before."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Board:
    id: str
    """Digits; does not fit a number."""
    name: str
    """The name of the board."""
    description: Optional[str]
    """Text below the title."""
    privacy: Union[Literal["PUBLIC", "PROTECTED", "SECRET"], str]
    """Who may see the board."""
    pin_count: Optional[int]
    """How many pins are on the board."""
    owner: Optional[str]
    """User name at the platform."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class AccountHealth:
    status: Union[Literal["healthy", "reconnect_required", "revoked"], str]
    """The state."""
    message: Optional[str]
    """A sentence for people."""
    checked_at: Optional[datetime]
    """When it was last looked at."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class BoardAccess:
    account_id: str
    """A connected account of the project."""
    board_id: str
    """The board, as the platform names it."""
    publishable: bool
    """Also true when the platform could not be asked."""
    status: Union[Literal["ok", "failed", "skipped"], str]
    """The state."""
    code: Optional[str]
    """Stable; why it failed or was skipped."""
    message: str
    """A sentence for people."""
    remediation: Optional[str]
    """What to do about it."""
    checked_at: datetime
    """When it was last looked at."""
    source: Union[Literal["cache", "platform", "local"], str]
    """Where the answer comes from."""
    board: Optional[Board]
    """The board as the platform described it."""
    account_health: AccountHealth
    """Of the account, as far as it is known."""
    retry_after_seconds: Optional[int]
    """Of a skipped one."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Asset:
    id: str
    """The id."""
    workspace_id: str
    """The project."""
    asset_type: Union[Literal["image", "video"], str]
    """Image or video, by its content."""
    original_filename: str
    """The name of the uploaded file."""
    content_type: str
    """By its content."""
    file_size_bytes: int
    """Size of the file in bytes."""
    stored_filename: str
    """The id with an extension for the content."""
    width: Optional[int]
    """Width in pixels."""
    height: Optional[int]
    """Height in pixels."""
    duration_seconds: Optional[float]
    """Length of the video in seconds."""
    sha256: str
    """SHA-256 of the file, lower-case hex."""
    referenced_by_pin_count: int
    """Pins that show it, whatever their status."""
    public_url: str = field(repr=False)
    """Works without a credential until it expires."""
    created_at: datetime
    """When it was made."""
    updated_at: datetime
    """When it last changed."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class AssetList:
    assets: List[Asset]
    """The assets of this page."""
    total: int
    """How many there are on all pages."""
    next_cursor: Optional[str]
    """`cursor` of the next page; null on the last one."""
    storage_used_bytes: int
    """Bytes that are stored."""
    storage_quota_bytes: int
    """Bytes that the plan stores."""
    storage_used_percent: float
    """Of the quota, with two decimals; 100 where the plan has no storage."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class DeletedAsset:
    deleted: bool
    """Whether it is gone now."""
    requires_confirmation: bool
    """Where it is true, the answer is 409 conflict."""
    referenced_pin_count: int
    """Pins that show it, whatever their status."""
    freed_bytes: int
    """What the storage gains."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ImportResult:
    row_number: int
    """Place in the file, from 1."""
    status: Union[Literal["created", "existing", "failed"], str]
    """The state."""
    pin_id: Optional[str]
    """The pin."""
    schedule_id: Optional[str]
    """The schedule."""
    idempotency_key: Optional[str]
    """As given, or made of the content."""
    error_code: Optional[str]
    """Stable code of what went wrong."""
    error_message: Optional[str]
    """What went wrong, as a sentence."""
    error_field: Optional[str]
    """The field at fault."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Import:
    id: str
    """The id."""
    workspace_id: str
    """The project."""
    source_type: Union[Literal["json", "csv"], str]
    """JSON or CSV."""
    status: Union[Literal["queued", "processing", "completed", "completed_with_errors", "failed"], str]
    """The state."""
    source_filename: Optional[str]
    """The name of the file."""
    total_rows: int
    """Rows of the file."""
    processed_rows: int
    """Rows that have been dealt with."""
    created_rows: int
    """Rows that became pins or schedules."""
    existing_rows: int
    """Rows whose pin or schedule had been created before."""
    failed_rows: int
    """Rows that were refused."""
    results: List[ImportResult]
    """Of the rows that are done, in the order of the file; empty in lists."""
    error_message: Optional[str]
    """Why it ended before all rows were done."""
    created_at: datetime
    """When it was made."""
    started_at: Optional[datetime]
    """When it began."""
    completed_at: Optional[datetime]
    """When it ended."""
    updated_at: datetime
    """When it last changed."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class BulkItem:
    id: str
    """As it was given."""
    status: Union[Literal["succeeded", "skipped", "failed"], str]
    """skipped: it was so already."""
    error_code: Optional[str]
    """Of a failed one: what a request for it alone would have answered."""
    error_message: Optional[str]
    """What went wrong, as a sentence."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class BulkResult:
    succeeded_count: int
    """How many succeeded."""
    skipped_count: int
    """How many were so already."""
    failed_count: int
    """How many failed."""
    results: List[BulkItem]
    """One for each id, in the order of the request."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class CreatePin:
    account_id: str
    """The connected account to publish with."""
    board_id: str
    """The board, as the platform names it."""
    title: str
    """The title."""
    description: Optional[str] = None
    """Text below the title."""
    link_url: Optional[str] = None
    """Where the pin leads to."""
    image_url: Optional[str] = None
    """Exactly one of image_url and asset_id."""
    asset_id: Optional[str] = None
    """An uploaded asset of the project."""
    alt_text: Optional[str] = None
    """What the image shows, for those who cannot see it."""
    board_section_id: Optional[str] = None
    """A section of the board."""
    dominant_color: Optional[str] = None
    """Shown until the image has loaded, as #RRGGBB."""
    related_terms: Optional[List[str]] = None
    """An array, or one comma-separated string; at most 100 terms of at most 100 characters."""
    cover_image_url: Optional[str] = None
    """Cover of a video; at most one of the two."""
    cover_image_asset_id: Optional[str] = None
    """An uploaded image as the cover of a video."""
    idempotency_key: Optional[str] = None
    """Also as the header Idempotency-Key."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Pin:
    id: str
    """The id."""
    workspace_id: str
    """The project."""
    platform_account_id: str
    """The connected account that publishes it."""
    status: Union[Literal["queued", "deferred", "publishing", "published", "failed"], str]
    """The state."""
    media_type: Union[Literal["image", "video"], str]
    """Image or video."""
    title: str
    """The title."""
    description: Optional[str]
    """Text below the title."""
    link_url: Optional[str]
    """Where the pin leads to."""
    alt_text: Optional[str]
    """What the image shows, for those who cannot see it."""
    related_terms: Optional[List[str]]
    """Words that describe the pin."""
    dominant_color: Optional[str]
    """Shown until the image has loaded, as #RRGGBB."""
    media_url: Optional[str]
    """Where the published file is."""
    image_url: Optional[str]
    """Where the image is."""
    cover_image_url: Optional[str]
    """Where the cover of a video is."""
    asset_id: Optional[str]
    """An uploaded asset of the project."""
    board_id: str
    """The board, as the platform names it."""
    board_section_id: Optional[str]
    """A section of the board."""
    platform_pin_id: Optional[str]
    """The pin on the platform."""
    platform_url: Optional[str]
    """Where people see it on the platform."""
    error_code: Optional[str]
    """Stable code of what went wrong."""
    error_message: Optional[str]
    """What went wrong, as a sentence."""
    attempts: int
    """Publishing attempts that count."""
    next_attempt_at: Optional[datetime]
    """When it is tried again."""
    idempotency_key: Optional[str]
    """The same request with the same key creates nothing twice."""
    schedule_id: Optional[str]
    """The schedule."""
    import_job_id: Optional[str]
    """The import that it came with."""
    created_at: datetime
    """When it was made."""
    updated_at: datetime
    """When it last changed."""
    published_at: Optional[datetime]
    """When the platform had taken it."""
    failed_at: Optional[datetime]
    """When it failed."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class BatchResult:
    index: int
    """Index in the request, from 0."""
    idempotency_key: Optional[str]
    """The same request with the same key creates nothing twice."""
    status: Union[Literal["created", "existing", "failed"], str]
    """The state."""
    pin: Optional[Pin]
    """The pin."""
    error: Optional[ErrorBody]
    """Of a failed one."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Headroom:
    quota_limit: int
    """Pins a calendar month (UTC)."""
    quota_used: int
    """Pins used this month."""
    quota_remaining: int
    """Pins left this month."""
    rate_remaining: Optional[float]
    """Tokens in the account's bucket."""
    rate_capacity: Optional[float]
    """Tokens in the account's full bucket."""
    rate_refill_per_second: Optional[float]
    """Tokens that come into the account's bucket per second."""
    estimated_start_at: Optional[datetime]
    """When a pin created now is expected to be published."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class TakenBatch:
    created_count: int
    """How many were created."""
    existing_count: int
    """How many had been created before."""
    failed_count: int
    """How many failed."""
    results: List[BatchResult]
    """In the order of the request."""
    headroom: Headroom
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Check:
    name: Union[Literal["payload", "account", "board_access", "media", "quota", "rate", "duplicate", "forecast"], str]
    """What was checked."""
    status: Union[Literal["passed", "failed", "warning", "skipped"], str]
    """What the check found."""
    code: Optional[str]
    """Stable code of the finding."""
    message: Optional[str]
    """A sentence for people."""
    remediation: Optional[str]
    """What to do about it."""
    details: Any
    """Figures and fields behind the finding."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ValidatedPin:
    valid: bool
    """No check failed."""
    dry_run: bool
    """Always true: nothing was written."""
    checks: List[Check]
    """Each check with what it found."""
    resolved: Optional[CreatePin]
    """The creation as it is understood."""
    existing_pin_id: Optional[str]
    """The pin that an equal request has created before."""
    headroom: Headroom
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class TimelineItem:
    at: datetime
    """When it happened."""
    type: str
    """The fact."""
    status: str
    """What it made of the pin, its import, schedule, unit of quota or delivery."""
    message: str
    """A sentence for people."""
    reason: Optional[str]
    """Why it was put off, failed, waited or waits."""
    next_step: Optional[str]
    """What happens next, or what to do."""
    attempt: Optional[int]
    """Which attempt at publishing it belongs to, from 1."""
    actor: str
    """Who or what did it."""
    position: str
    """Position of the fact in the log."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Timeline:
    pin_id: str
    """The pin."""
    items: List[TimelineItem]
    """What happened to the pin, the oldest first."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class DeletedPin:
    id: str
    """The id."""
    deleted: bool
    """Whether it is gone now."""
    removed_from_platform: bool
    """Whether it is gone on the platform, too."""
    platform_pin_id: Optional[str]
    """The pin on the platform."""
    reason: Optional[str]
    """Why it could not be removed from the platform."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Job:
    job_id: str
    """The same as the pin."""
    pin_id: str
    """The pin."""
    status: Union[Literal["queued", "deferred", "publishing", "published", "failed"], str]
    """The state."""
    submitted_at: datetime
    """When the pin was accepted."""
    completed_at: Optional[datetime]
    """When it was published or failed."""
    platform_pin_id: Optional[str]
    """The pin on the platform."""
    error_code: Optional[str]
    """Stable code of what went wrong."""
    error_message: Optional[str]
    """What went wrong, as a sentence."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class AccountBucket:
    tokens_available: float
    """Tokens in the bucket now."""
    capacity: float
    """Tokens in the full bucket."""
    refill_rate: float
    """Tokens a second."""
    account_id: str
    """A connected account of the project."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Bucket:
    tokens_available: float
    """Tokens in the bucket now."""
    capacity: float
    """Tokens in the full bucket."""
    refill_rate: float
    """Tokens a second."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class RateMeter:
    account: AccountBucket
    global_: Bucket
    queued_ahead: int
    """Waiting pins of the account."""
    estimated_start_at: datetime
    """When a pin queued now would start."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ForecastItem:
    schedule_id: str
    """The schedule."""
    run_at: datetime
    """When it is due."""
    expected_at: datetime
    """Where the quota is not back within a day: when it is back."""
    delay_seconds: int
    """How many seconds after run_at it is expected to go."""
    reason: Optional[Union[Literal["quota_exceeded", "account_rate_limited", "global_rate_limited", "null"], str]]
    """Why."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Forecast:
    items: List[ForecastItem]
    """The first 10,000 that have not fired, by their time."""
    quota_exhausted_at: Optional[datetime]
    """When the last unit of a month is taken."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class CalendarDay:
    date: str
    """The day in `timezone`."""
    start: datetime
    """Its beginning; of the first one that of the range."""
    end: datetime
    """Its end, not in it; of the last one that of the range."""
    total: int
    """Schedules whose `run_at` is in it, in every status."""
    by_status: Dict[str, int]
    """The same by status; those without any are absent."""
    expected: int
    """Schedules that have not fired and would go out in it by what is known now, whenever they are due."""
    slipping: int
    """Schedules that are due in it and would go out more than a minute late."""
    slipping_by_reason: Dict[str, int]
    """The same by reason: `quota_exceeded`, `account_rate_limited`, `global_rate_limited`; those without any are absent."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ScheduleCalendar:
    start: datetime
    """Beginning of the range."""
    end: datetime
    """End of the range, not in it."""
    timezone: str
    """Whose days they are."""
    days: List[CalendarDay]
    """Every day of the range."""
    forecast_until: Optional[datetime]
    """From here on nothing is forecast, as more than 10,000 are due before; null where all of the range is."""
    quota_exhausted_at: Optional[datetime]
    """When the last unit of a month is taken."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class CreateSchedule:
    account_id: str
    """The connected account to publish with."""
    board_id: str
    """The board, as the platform names it."""
    title: str
    """The title."""
    run_at: datetime
    """When the pin is to be queued: a moment in the future, with its offset from UTC."""
    description: Optional[str] = None
    """Text below the title."""
    link_url: Optional[str] = None
    """Where the pin leads to."""
    image_url: Optional[str] = None
    """Exactly one of image_url and asset_id."""
    asset_id: Optional[str] = None
    """An uploaded asset of the project."""
    alt_text: Optional[str] = None
    """What the image shows, for those who cannot see it."""
    board_section_id: Optional[str] = None
    """A section of the board."""
    dominant_color: Optional[str] = None
    """Shown until the image has loaded, as #RRGGBB."""
    related_terms: Optional[List[str]] = None
    """An array, or one comma-separated string; at most 100 terms of at most 100 characters."""
    cover_image_url: Optional[str] = None
    """Cover of a video; at most one of the two."""
    cover_image_asset_id: Optional[str] = None
    """An uploaded image as the cover of a video."""
    idempotency_key: Optional[str] = None
    """Also as the header Idempotency-Key."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ValidatedSchedule:
    valid: bool
    """No check failed."""
    dry_run: bool
    """Always true: nothing was written."""
    checks: List[Check]
    """Each check with what it found."""
    resolved: Optional[CreateSchedule]
    """The creation as it is understood."""
    existing_pin_id: Optional[str]
    """The pin that an equal request has created before."""
    headroom: Headroom
    existing_schedule_id: Optional[str]
    """The schedule that an equal request has created before."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class SchedulePayload:
    account_id: str
    """A connected account of the project."""
    board_id: str
    """The board, as the platform names it."""
    title: str
    """The title."""
    description: Optional[str]
    """Text below the title."""
    link_url: Optional[str]
    """Where the pin leads to."""
    media_type: Union[Literal["image", "video"], str]
    """Image or video."""
    media_url: Optional[str]
    """Where the published file is."""
    image_url: Optional[str]
    """Where the image is."""
    asset_id: Optional[str]
    """An uploaded asset of the project."""
    alt_text: Optional[str]
    """What the image shows, for those who cannot see it."""
    board_section_id: Optional[str]
    """A section of the board."""
    dominant_color: Optional[str]
    """Shown until the image has loaded, as #RRGGBB."""
    related_terms: Optional[List[str]]
    """Words that describe the pin."""
    cover_image_url: Optional[str]
    """Where the cover of a video is."""
    cover_image_asset_id: Optional[str]
    """An uploaded image as the cover of a video."""
    idempotency_key: Optional[str]
    """The same request with the same key creates nothing twice."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class CreatedSchedule:
    id: str
    """The id."""
    workspace_id: str
    """The project."""
    platform_account_id: str
    """The connected account that publishes it."""
    run_at: datetime
    """In UTC."""
    status: Union[Literal["scheduled", "queued", "deferred", "running", "done", "failed", "canceled"], str]
    """The state."""
    payload: SchedulePayload
    last_error: Optional[str]
    """Code and words."""
    error_code: Optional[str]
    """Stable code of what went wrong."""
    error_message: Optional[str]
    """What went wrong, as a sentence."""
    pin_id: Optional[str]
    """The pin that was queued when it fired."""
    idempotency_key: Optional[str]
    """The same request with the same key creates nothing twice."""
    import_job_id: Optional[str]
    """The import that it came with."""
    fired_at: Optional[datetime]
    """When its pin was queued."""
    created_at: datetime
    """When it was made."""
    updated_at: datetime
    """When it last changed."""
    warnings: Optional[List[Check]] = None
    """Where it would go out more than a minute late."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Schedule:
    id: str
    """The id."""
    workspace_id: str
    """The project."""
    platform_account_id: str
    """The connected account that publishes it."""
    run_at: datetime
    """In UTC."""
    status: Union[Literal["scheduled", "queued", "deferred", "running", "done", "failed", "canceled"], str]
    """The state."""
    payload: SchedulePayload
    last_error: Optional[str]
    """Code and words."""
    error_code: Optional[str]
    """Stable code of what went wrong."""
    error_message: Optional[str]
    """What went wrong, as a sentence."""
    pin_id: Optional[str]
    """The pin that was queued when it fired."""
    idempotency_key: Optional[str]
    """The same request with the same key creates nothing twice."""
    import_job_id: Optional[str]
    """The import that it came with."""
    fired_at: Optional[datetime]
    """When its pin was queued."""
    created_at: datetime
    """When it was made."""
    updated_at: datetime
    """When it last changed."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ProposalItem:
    number: int
    """Place in the proposal, from 1."""
    action: Union[Literal["publish", "schedule", "change_pin", "change_schedule", "retry_pin"], str]
    """What happened, as <resource>.<what>."""
    status: Union[Literal["waiting", "approving", "approved", "declined", "failed"], str]
    """The state."""
    account_id: str
    """A connected account of the project."""
    payload: Any
    """A creation, or what is to be different, under the names of requests; as the person edited it."""
    pin_id: Optional[str]
    """The pin that it is about, or that it became."""
    schedule_id: Optional[str]
    """The same of a schedule."""
    decided_by: Optional[Union[Literal["page", "session", "null"], str]]
    """By which way a person decided."""
    decided_by_user_id: Optional[str]
    """Which person."""
    decided_at: Optional[datetime]
    """When he did."""
    error_code: Optional[str]
    """Stable code of what went wrong."""
    error_message: Optional[str]
    """What went wrong, as a sentence."""
    remediation: Optional[str]
    """What to do about it."""
    checks: List[Check]
    """With `GET /v1/proposals/{id}`, of open items; else empty."""
    before: Any
    """With `GET /v1/proposals/{id}` by a person, of open changes and retries: what is there now."""
    after: Any
    """The same of every open item: the whole that it leads to."""
    fingerprint: Optional[str]
    """Of that whole: given back with the agreement, it says what the person has seen."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Proposal:
    id: str
    """The id."""
    workspace_id: str
    """The project."""
    status: Union[Literal["open", "decided", "expired", "ended"], str]
    """The state."""
    api_key_id: Optional[str]
    """The API key or grant that asks."""
    client_name: Optional[str]
    """What the program of a grant calls itself."""
    url: str = field(repr=False)
    """The page on which a person agrees."""
    total_items: int
    """How many items it has."""
    open_items: int
    """Neither approved nor declined."""
    approved_items: int
    """Agreed to and done."""
    items: List[ProposalItem]
    """Empty in lists."""
    created_at: datetime
    """When it was made."""
    expires_at: datetime
    """Nothing is agreed to from then on."""
    updated_at: datetime
    """When it last changed."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class PlanFeatures:
    uploaded_media_assets: bool
    """Whether the plan has uploads."""
    bulk_imports: bool
    """Whether the plan has imports."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class BillingStatus:
    plan: Union[Literal["playground", "starter", "growth", "pro", "enterprise"], str]
    """The plan."""
    billing_provider: str
    """Who takes the payments."""
    billing_cycle: Optional[Union[Literal["monthly", "annual", "null"], str]]
    """Whether it is paid by the month or by the year."""
    billing_status: Union[Literal["active", "trialing", "past_due", "canceled", "unpaid"], str]
    """State of the subscription."""
    current_period_start: Optional[datetime]
    """When the paid period began."""
    current_period_end: Optional[datetime]
    """When the paid period ends."""
    cancel_at: Optional[datetime]
    """When the subscription ends by itself."""
    features: PlanFeatures
    quota_limit: int
    """Pins a calendar month, in UTC."""
    quota_used: int
    """Pins used this month."""
    quota_remaining: int
    """Pins left this month."""
    quota_reset_at: datetime
    """When the next month begins (UTC)."""
    quota_exhausted: bool
    """Whether nothing is left of this month."""
    platform_accounts_limit: int
    """How many accounts the plan allows."""
    platform_accounts_used: int
    """How many accounts are connected."""
    storage_quota_bytes: int
    """Bytes that the plan stores."""
    storage_used_bytes: int
    """Bytes that are stored."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class LedgerEntry:
    at: datetime
    """When it happened."""
    kind: Union[Literal["consumed", "released"], str]
    """Consumed or released."""
    pin_id: Optional[str]
    """The pin."""
    schedule_id: Optional[str]
    """The schedule."""
    source: Union[Literal["api", "batch", "import", "schedule"], str]
    """How the pin came in."""
    reason: Optional[Union[Literal["pin_abandoned", "scheduled_publish_failed", "schedule_canceled", "null"], str]]
    """Why the unit was given back."""
    actor: str
    """Who caused it, as type:id."""
    balance: int
    """Units used in the entry's month after it, of the whole project."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class LedgerPage:
    items: List[LedgerEntry]
    """The entries of this page."""
    next_cursor: Optional[str]
    """Send it as cursor for the next page; null on the last one."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class BillingSession:
    url: str = field(repr=False)
    """A page of the payment provider's, for the customer's browser."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Price:
    billing_cycle: Union[Literal["monthly", "annual"], str]
    """Whether it is paid by the month or by the year."""
    unit_amount: int
    """In the smallest units of the currency; 0 for what is free or agreed."""
    currency: str
    """ISO 4217, lower-case."""
    amount_display: str
    """The amount as people read it."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class PlanPrices:
    plan: Union[Literal["playground", "starter", "growth", "pro", "enterprise"], str]
    """The plan."""
    name: str
    """The name."""
    subtitle: str
    """The plan in a few words."""
    highlight: bool
    """The plan most choose."""
    feature_bullets: List[str]
    """What the plan offers, line by line."""
    quota_pins_monthly: int
    """Pins a calendar month (UTC)."""
    platform_accounts_limit: int
    """How many accounts the plan allows."""
    uploaded_media_assets: bool
    """Whether the plan has uploads."""
    bulk_imports: bool
    """Whether the plan has imports."""
    activity_log_retention_days: int
    """How many days the activity log shows."""
    monthly_price: Price
    annual_price: Price
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Pricing:
    source: str
    """Where the answer comes from."""
    refreshed_at: datetime
    """Since when these prices hold."""
    plans: List[PlanPrices]
    """The plans, the smallest first."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class PinTotals:
    total: int
    """Pins created in the range that were not deleted: the sum of `by_status`."""
    submitted: int
    """Pins created in the range, those that were deleted since too."""
    by_status: Dict[str, int]
    """Pins created in the range by their present status; every status is there."""
    success_rate: Optional[float]
    """published / (published + failed) of `by_status`; null where both are 0."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class SeriesItem:
    start: datetime
    """Beginning of the hour or day; of the first one that of the range."""
    created: int
    """Pins created in it."""
    published: int
    """Pins published in it, whenever they were created."""
    failed: int
    """Pins that failed in it and were not retried since."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class AccountPublications:
    account_id: str
    """The connected account."""
    published: int
    """Pins published in the range."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Queue:
    queued: int
    """Pins that wait now."""
    deferred: int
    """Pins that are held back now."""
    publishing: int
    """Pins that are being published now."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ScheduleTotals:
    by_status: Dict[str, int]
    """Schedules due in the range by their present status; every status is there."""
    upcoming: int
    """Schedules that have not fired and are due from now on, whatever the range."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ImportTotals:
    by_status: Dict[str, int]
    """Imports accepted in the range by their present status; every status is there."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class DashboardSummary:
    start: datetime
    """Beginning of the range."""
    end: datetime
    """End of the range, not in it."""
    timezone: str
    """IANA name of the zone of the series."""
    granularity: Union[Literal["hour", "day"], str]
    """What an item of the series stands for; hours up to 48 of them."""
    previous_start: datetime
    """Beginning of the range before, which is as long."""
    previous_end: datetime
    """Its end: the beginning of this one."""
    account_id: Optional[str]
    """The account that alone is counted."""
    pins: PinTotals
    """Pins of the range."""
    previous_pins: PinTotals
    """Pins of the range before."""
    series: List[SeriesItem]
    """Every hour or day of the range, in order."""
    published_by_account: List[AccountPublications]
    """Accounts with publications in the range, the most first."""
    queue: Queue
    """What waits now, whatever the range."""
    schedules: ScheduleTotals
    """Schedules."""
    import_jobs: Optional[ImportTotals]
    """Null where accounts are told apart: an import has none."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ActivityLogEntry:
    id: str
    """Id of the fact that it tells of."""
    actor_type: Union[Literal["user", "api_key", "system", "worker", "admin", "billing"], str]
    """What kind of actor it was."""
    actor_id: Optional[str]
    """The user's or the key's id, or which part of the service it was."""
    actor_user_id: Optional[str]
    """The user; of an API key the one it acts for."""
    actor_label: Optional[str]
    """What the user or the key is called now."""
    action: str
    """What happened, as <resource>.<what>."""
    category: Union[Literal["security", "publishing", "billing", "configuration", "integration"], str]
    """The category."""
    resource_type: Optional[str]
    """What it happened to."""
    resource_id: Optional[str]
    """Its id."""
    status: Union[Literal["success", "failed", "queued", "canceled"], str]
    """The state."""
    message: str
    """What happened, as a sentence."""
    metadata: Any
    """Particulars; nothing secret or personal."""
    request_id: Optional[str]
    """The request that caused it, as in its `X-Request-ID`."""
    retention_days: int
    """For how long the entry is kept."""
    expires_at: datetime
    """No longer shown from then on."""
    created_at: datetime
    """When it was made."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ActivityLogPage:
    items: List[ActivityLogEntry]
    """The entries of this page."""
    next_cursor: Optional[str]
    """`cursor` of the next page; null on the last one."""
    current_retention_days: int
    """Days that the present plan keeps what happens now."""
    current_retention_label: str
    """How long the present plan shows activity, in words."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class RequestCredential:
    type: Union[Literal["session", "api_key"], str]
    """An access token that was got with an API key counts as that key."""
    id: str
    """Of the session, as in `GET /v1/auth/sessions`, or of the API key."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class LoggedRequest:
    request_id: str
    """As in `X-Request-ID`; a client that chose it may have used it more than once."""
    at: datetime
    """When it came."""
    method: str
    """Of the request."""
    route: str
    """The path as this document has it."""
    status: int
    """What was answered; 499 where you closed the connection before the answer was out, whatever became of the call."""
    code: Optional[str]
    """`error.code` of the answer; null where it was none."""
    duration_ms: int
    """Milliseconds until the answer was out."""
    credential: RequestCredential
    resource_id: Optional[str]
    """The last id in the path, where it is a UUID or a number, or that of what was made."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class RequestPage:
    items: List[LoggedRequest]
    """The entries of this page."""
    next_cursor: Optional[str]
    """`cursor` of the next page; null on the last one."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class HistoryItem:
    position: int
    """Where the fact stands in the whole log; not proved."""
    event_id: str
    """The fact."""
    stream: str
    """The stream that it is in, `<category>-<id>`."""
    revision: int
    """Its number there, from 0."""
    type: str
    """What happened."""
    recorded_at: datetime
    """When the log stored it; not proved, `metadata.occurredAt` is."""
    actor: Any
    """Who did it, as in `metadata`."""
    data: Any
    """The particulars as they are stored, what people wrote as `sealed:v1:…`; null where the log has lost the fact."""
    opened: Any
    """The sealed parts of `data` in the clear, in its shape; null where nothing is sealed or can be opened any more."""
    opened_keys: Optional[Dict[str, str]]
    """Beside `opened` where `metadata` has `wordsHash`: by its place in `data`, the key that proves each word; null otherwise."""
    metadata: Any
    """Who, where and why, as it is stored."""
    leaf_index: int
    """Its place in the history, from 0."""
    leaf_hash: str
    """SHA-256 over a zero byte and the RFC 8785 text of data, event_id, metadata, revision, stream and type."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class HistoryPage:
    items: List[HistoryItem]
    """Oldest first."""
    next_cursor: Optional[str]
    """Where the next page begins; null on the last."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Checkpoint:
    size: int
    """Leaves that it covers."""
    root_hash: str
    """Root over them (RFC 9162)."""
    signed_at: datetime
    """When it was signed."""
    key_id: str
    """Which of `GET /v1/audit/keys`."""
    signature: str
    """base64 of Ed25519 over `<workspace_id>\\n<size>\\n<root_hash>\\n`; of the organization its id stands first."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class CheckpointPage:
    items: List[Checkpoint]
    """Newest first."""
    next_cursor: Optional[str]
    """Where the next page begins; null on the last."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class VerifyingKey:
    key_id: str
    """First 16 hex digits of the SHA-256 of the public key."""
    algorithm: Union[Literal["Ed25519"], str]
    """What it signs with."""
    public_key: str
    """base64 of 32 bytes."""
    created_at: datetime
    """Since when it signs."""
    retired_at: Optional[datetime]
    """Since when it signs no more."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class VerifyingKeys:
    items: List[VerifyingKey]
    """Every key that ever signed, newest first."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class InclusionProof:
    leaf_index: int
    """Its place in the history, from 0."""
    leaf_hash: str
    """The leaf that is proved."""
    audit_path: List[str]
    """Hashes from the leaf to the root."""
    size: int
    """Leaves of the tree."""
    root_hash: str
    """Its root."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ConsistencyProof:
    first: int
    """Leaves of the older tree."""
    second: int
    """Leaves of the newer tree."""
    first_root: str
    """Root of the older tree."""
    second_root: str
    """Root of the newer tree."""
    proof: List[str]
    """Hashes that lead from both to the newer root (RFC 9162, 2.1.4)."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class CreatedWebhook:
    id: str
    """The id."""
    workspace_id: str
    """The project."""
    url: str = field(repr=False)
    """Where events are sent."""
    events: List[str]
    """The names of the events that are sent; * is all of them."""
    platform_account_ids: Optional[List[str]]
    """It is sent only events of these accounts; null: of all."""
    header_names: List[str]
    """Names of the headers of your own that it is sent; their values are not shown."""
    public_key: Optional[str]
    """Verifies the `v1a` signatures of the key pair; null: it has none."""
    is_enabled: bool
    """Whether events are sent; while it is false they are held."""
    disabled_reason: Optional[Union[Literal["requested", "gone", "failing", "key_revoked", "null"], str]]
    """Why nothing is sent at present."""
    failing_since: Optional[datetime]
    """Since when every attempt has failed, once that was for a day; null otherwise."""
    dropped_count: int
    """Deliveries that were held for 90 days while it was disabled, and are not sent any more."""
    dropped_through_sequence: Optional[int]
    """Sequence of the last of them."""
    created_at: datetime
    """When it was made."""
    updated_at: datetime
    """When it last changed."""
    secret: Optional[str] = field(default=None, repr=False)
    """Shown once, when we made it."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Webhook:
    id: str
    """The id."""
    workspace_id: str
    """The project."""
    url: str = field(repr=False)
    """Where events are sent."""
    events: List[str]
    """The names of the events that are sent; * is all of them."""
    platform_account_ids: Optional[List[str]]
    """It is sent only events of these accounts; null: of all."""
    header_names: List[str]
    """Names of the headers of your own that it is sent; their values are not shown."""
    public_key: Optional[str]
    """Verifies the `v1a` signatures of the key pair; null: it has none."""
    is_enabled: bool
    """Whether events are sent; while it is false they are held."""
    disabled_reason: Optional[Union[Literal["requested", "gone", "failing", "key_revoked", "null"], str]]
    """Why nothing is sent at present."""
    failing_since: Optional[datetime]
    """Since when every attempt has failed, once that was for a day; null otherwise."""
    dropped_count: int
    """Deliveries that were held for 90 days while it was disabled, and are not sent any more."""
    dropped_through_sequence: Optional[int]
    """Sequence of the last of them."""
    created_at: datetime
    """When it was made."""
    updated_at: datetime
    """When it last changed."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class WebhookEvent:
    event: str
    """The name of the event."""
    description: str
    """When the event is sent."""
    schema: Any
    """JSON Schema (2020-12) of the whole body."""
    example: Any
    """A body that the schema allows."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Delivery:
    id: str
    """The id."""
    webhook_id: str
    """The webhook."""
    event_id: str
    """The same in every attempt and every replay of the event."""
    event: str
    """The name of the event."""
    sequence: int
    """0 for a test."""
    status: Union[Literal["pending", "delivered", "exhausted", "held"], str]
    """The state."""
    attempt_count: int
    """How many attempts have been made."""
    last_status_code: Optional[int]
    """HTTP status of the last answer."""
    last_error: Optional[str]
    """What went wrong in the last attempt."""
    next_attempt_at: Optional[datetime]
    """When it is tried again."""
    created_at: datetime
    """When it was made."""
    updated_at: datetime
    """When it last changed."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class DeliveryPage:
    items: List[Delivery]
    """The entries of this page."""
    next_cursor: Optional[str]
    """Send it as cursor for the next page; null on the last one."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class DeliveryAttempt:
    n: int
    """Which attempt it was, from 1."""
    started_at: datetime
    """When it began."""
    duration_ms: int
    """Milliseconds until the answer or the failure."""
    status_code: Optional[int]
    """HTTP status of the answer."""
    error: Optional[str]
    """Why there was no answer."""
    response_body: Optional[str]
    """The first 16 kB, stored for 30 days."""
    trigger: Union[Literal["auto", "manual", "replay"], str]
    """What led to this attempt."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class DeliveryDetail:
    id: str
    """The id."""
    webhook_id: str
    """The webhook."""
    event_id: str
    """The same in every attempt and every replay of the event."""
    event: str
    """The name of the event."""
    sequence: int
    """0 for a test."""
    status: Union[Literal["pending", "delivered", "exhausted", "held"], str]
    """The state."""
    attempt_count: int
    """How many attempts have been made."""
    last_status_code: Optional[int]
    """HTTP status of the last answer."""
    last_error: Optional[str]
    """What went wrong in the last attempt."""
    next_attempt_at: Optional[datetime]
    """When it is tried again."""
    created_at: datetime
    """When it was made."""
    updated_at: datetime
    """When it last changed."""
    payload: Any
    """The body that is sent."""
    explanation: str
    """What came back, and why and when it is tried again."""
    curl: str = field(repr=False)
    """Sends the body to the URL by hand, without a signature."""
    attempts: List[DeliveryAttempt]
    """The attempts so far, the oldest first."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class SentTest:
    delivery_id: str
    """The delivery."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class Replayed:
    replay_id: str
    """The replay."""
    queued_count: int
    """Events of the period; they are worked off in the background."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ReplayProgress:
    replay_id: str
    """The replay."""
    queued_count: int
    """Events of the period; they are worked off in the background."""
    webhook_id: str
    """The webhook."""
    status: Union[Literal["running", "completed", "canceled"], str]
    """The state."""
    replayed_count: int
    """How many of them are due again, or were."""
    since: datetime
    """From when on."""
    until: datetime
    """Until when."""
    requested_at: datetime
    """When it was asked for."""
    ended_at: Optional[datetime]
    """When it ended."""
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)
