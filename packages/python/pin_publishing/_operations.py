"""The operations of the service. Written by `npm run docs sdk` from the description of the interface."""

from __future__ import annotations

from typing import (
    List,
    Optional,
)

from ._pages import Paging
from ._request import Operation
from .models import (
    AccessToken,
    Account,
    AccountDeletion,
    AccountExport,
    ActionResponse,
    ActivityLogPage,
    ApiKeyRecord,
    Asset,
    AssetList,
    AuthResponse,
    BillingSession,
    BillingStatus,
    Board,
    BoardAccess,
    BulkResult,
    ChangedEmail,
    CheckpointPage,
    CompletedSignIn,
    ConnectedAccount,
    ConsistencyProof,
    CreatedApiKey,
    CreatedSchedule,
    CreatedWebhook,
    DashboardSummary,
    DeletedAsset,
    DeletedPin,
    DeliveryDetail,
    DeliveryPage,
    Forecast,
    GoogleStatus,
    HistoryPage,
    Import,
    InclusionProof,
    Job,
    LedgerPage,
    Liveness,
    LoggedRequest,
    Me,
    PendingEmail,
    Pin,
    Preferences,
    Pricing,
    Probe,
    Profile,
    ProjectsContext,
    Proposal,
    RateMeter,
    Readiness,
    RecoveryCodes,
    ReplayProgress,
    Replayed,
    RequestPage,
    Schedule,
    ScheduleCalendar,
    SecondFactor,
    SecondFactorSetup,
    SentTest,
    Service,
    Session,
    StartedConnection,
    SwitchedProject,
    TakenBatch,
    Timeline,
    Unsubscribed,
    ValidatedPin,
    ValidatedSchedule,
    VerifyingKeys,
    Webhook,
    WebhookEvent,
)

GET_SERVICE = Operation("getService", "GET", "/", answer=Service, repeat="always")
GET_LIVENESS = Operation("getLiveness", "GET", "/health/live", answer=Liveness, repeat="always")
GET_READINESS = Operation("getReadiness", "GET", "/health/ready", answer=Readiness, repeat="always")
GET_HEALTHZ = Operation("getHealthz", "GET", "/healthz", answer=Probe, repeat="always")
GET_READYZ = Operation("getReadyz", "GET", "/readyz", answer=Probe, repeat="always")
REGISTER = Operation("register", "POST", "/v1/auth/register", answer=AuthResponse)
LOGIN = Operation("login", "POST", "/v1/auth/login", answer=AuthResponse)
GET_ME = Operation("getMe", "GET", "/v1/auth/me", answer=Me, repeat="always")
FORGOT_PASSWORD = Operation("forgotPassword", "POST", "/v1/auth/forgot-password", answer=ActionResponse)
RESET_PASSWORD = Operation("resetPassword", "POST", "/v1/auth/reset-password", answer=ActionResponse)
CHANGE_PASSWORD = Operation("changePassword", "POST", "/v1/auth/change-password", answer=ActionResponse)
REQUEST_EMAIL_VERIFICATION = Operation("requestEmailVerification", "POST", "/v1/auth/email/verify/request", answer=ActionResponse)
VERIFY_EMAIL = Operation("verifyEmail", "GET", "/v1/auth/email/verify", answer=ActionResponse, repeat="always")
REQUEST_EMAIL_CHANGE = Operation("requestEmailChange", "POST", "/v1/auth/email/change/request", answer=PendingEmail)
CONFIRM_EMAIL_CHANGE = Operation("confirmEmailChange", "GET", "/v1/auth/email/change/confirm", answer=ChangedEmail, repeat="always")
LOGOUT = Operation("logout", "POST", "/v1/auth/logout", answer=None)
LIST_SESSIONS = Operation("listSessions", "GET", "/v1/auth/sessions", answer=List[Session], repeat="always")
END_SESSION = Operation("endSession", "DELETE", "/v1/auth/sessions/{id}", answer=None, repeat="always")
REAUTHENTICATE = Operation("reauthenticate", "POST", "/v1/auth/reauthenticate", answer=AccessToken)
GET_GOOGLE_STATUS = Operation("getGoogleStatus", "GET", "/v1/auth/google/status", answer=GoogleStatus, repeat="always")
COMPLETE_GOOGLE_LOGIN = Operation("completeGoogleLogin", "POST", "/v1/auth/google/complete", answer=CompletedSignIn)
COMPLETE_LOGIN = Operation("completeLogin", "POST", "/v1/auth/login/second-factor", answer=AuthResponse)
GET_SECOND_FACTOR = Operation("getSecondFactor", "GET", "/v1/auth/second-factor", answer=SecondFactor, repeat="always")
START_SECOND_FACTOR_SETUP = Operation("startSecondFactorSetup", "POST", "/v1/auth/second-factor/setup", answer=SecondFactorSetup)
CONFIRM_SECOND_FACTOR = Operation("confirmSecondFactor", "POST", "/v1/auth/second-factor/confirm", answer=RecoveryCodes)
REPLACE_RECOVERY_CODES = Operation("replaceRecoveryCodes", "POST", "/v1/auth/second-factor/recovery-codes", answer=RecoveryCodes)
DISABLE_SECOND_FACTOR = Operation("disableSecondFactor", "POST", "/v1/auth/second-factor/disable", answer=SecondFactor)
DELETE_ACCOUNT = Operation("deleteAccount", "POST", "/v1/auth/account/delete", answer=AccountDeletion)
CANCEL_ACCOUNT_DELETION = Operation("cancelAccountDeletion", "POST", "/v1/auth/account/delete/cancel", answer=ActionResponse)
EXPORT_ACCOUNT = Operation("exportAccount", "POST", "/v1/auth/account/export", answer=AccountExport)
GET_ACCOUNT_EXPORT = Operation("getAccountExport", "GET", "/v1/auth/account/export", answer=AccountExport, repeat="always")
DOWNLOAD_ACCOUNT_EXPORT = Operation(
    "downloadAccountExport",
    "GET",
    "/v1/auth/account/export/{export_id}/archive",
    answer=bytes,
    accept="*/*",
    repeat="always",
)
GET_PROFILE = Operation("getProfile", "GET", "/v1/auth/profile", answer=Profile, repeat="always")
UPDATE_PROFILE = Operation("updateProfile", "PUT", "/v1/auth/profile", answer=Profile, repeat="always")
GET_EMAIL_PREFERENCES = Operation("getEmailPreferences", "GET", "/v1/email/preferences", answer=Preferences, repeat="always")
UPDATE_EMAIL_PREFERENCES = Operation("updateEmailPreferences", "PATCH", "/v1/email/preferences", answer=Preferences, repeat="always")
UNSUBSCRIBE = Operation("unsubscribe", "GET", "/v1/email/unsubscribe", answer=Unsubscribed, repeat="always")
LIST_PROJECTS = Operation("listProjects", "GET", "/v1/projects", answer=ProjectsContext, repeat="always")
CREATE_SANDBOX = Operation("createSandbox", "POST", "/v1/projects/sandbox", answer=ProjectsContext, repeat="always")
RESET_SANDBOX = Operation("resetSandbox", "POST", "/v1/projects/sandbox/reset", answer=ProjectsContext)
SWITCH_PROJECT = Operation("switchProject", "POST", "/v1/projects/switch", answer=SwitchedProject, repeat="always")
CREATE_API_KEY = Operation("createApiKey", "POST", "/v1/api-keys", answer=CreatedApiKey)
LIST_API_KEYS = Operation("listApiKeys", "GET", "/v1/api-keys", answer=List[ApiKeyRecord], repeat="always")
UPDATE_API_KEY = Operation("updateApiKey", "PATCH", "/v1/api-keys/{key_id}", answer=ApiKeyRecord, repeat="always")
REVOKE_API_KEY = Operation("revokeApiKey", "DELETE", "/v1/api-keys/{key_id}", answer=None, repeat="always")
START_CONNECTION = Operation("startConnection", "GET", "/v1/platform/oauth/start", answer=StartedConnection, repeat="always")
HANDLE_CONNECTION_CALLBACK = Operation(
    "handleConnectionCallback",
    "GET",
    "/v1/platform/oauth/callback",
    answer=ConnectedAccount,
    repeat="always",
)
LIST_ACCOUNTS = Operation("listAccounts", "GET", "/v1/platform/accounts", answer=List[Account], repeat="always")
REVOKE_ACCOUNT = Operation("revokeAccount", "DELETE", "/v1/platform/accounts/{account_id}", answer=None, repeat="always")
LIST_BOARDS = Operation("listBoards", "GET", "/v1/platform/boards", answer=List[Board], repeat="always")
CREATE_BOARD = Operation("createBoard", "POST", "/v1/platform/boards", answer=Board, repeat="with_key", makes_key=True)
UPDATE_BOARD = Operation("updateBoard", "PATCH", "/v1/platform/boards/{board_id}", answer=Board, repeat="always")
DELETE_BOARD = Operation("deleteBoard", "DELETE", "/v1/platform/boards/{board_id}", answer=None, repeat="always")
CHECK_BOARD_ACCESS = Operation("checkBoardAccess", "GET", "/v1/platform/boards/{board_id}/access", answer=BoardAccess, repeat="always")
UPLOAD_IMAGE = Operation("uploadImage", "POST", "/v1/assets/images", answer=Asset, repeat="with_key", makes_key=True)
UPLOAD_VIDEO = Operation("uploadVideo", "POST", "/v1/assets/videos", answer=Asset, repeat="with_key", makes_key=True)
GET_ASSET_CONTENT = Operation("getAssetContent", "GET", "/v1/assets/{id}/content", answer=bytes, accept="*/*", repeat="always")
GET_PUBLIC_ASSET = Operation("getPublicAsset", "GET", "/v1/assets/{id}/public", answer=bytes, accept="*/*", repeat="always")
LIST_ASSETS = Operation("listAssets", "GET", "/v1/assets", answer=AssetList, repeat="always")
LIST_ASSETS_PAGES = Paging(items="assets", next_field="next_cursor")
GET_ASSET = Operation("getAsset", "GET", "/v1/assets/{id}", answer=Asset, repeat="always")
DELETE_ASSET = Operation("deleteAsset", "DELETE", "/v1/assets/{id}", answer=DeletedAsset, repeat="always")
IMPORT_JSON = Operation("importJson", "POST", "/v1/pins/imports/json", answer=Import, repeat="with_key", makes_key=True)
IMPORT_CSV = Operation("importCsv", "POST", "/v1/pins/imports/csv", answer=Import, repeat="with_key", makes_key=True)
LIST_IMPORTS = Operation("listImports", "GET", "/v1/pins/imports", answer=List[Import], repeat="always")
LIST_IMPORTS_PAGES = Paging(items=None, next_header="x-next-cursor")
GET_IMPORT_TEMPLATE = Operation("getImportTemplate", "GET", "/v1/pins/imports/template.csv", answer=str, accept="text/csv", repeat="always")
GET_IMPORT = Operation("getImport", "GET", "/v1/pins/imports/{job_id}", answer=Import, repeat="always")
GET_FAILED_ROWS = Operation("getFailedRows", "GET", "/v1/pins/imports/{job_id}/failed.csv", answer=str, accept="text/csv", repeat="always")
CANCEL_IMPORT = Operation("cancelImport", "POST", "/v1/pins/imports/{job_id}/cancel", answer=Import)
RETRY_PINS = Operation("retryPins", "POST", "/v1/pins/bulk-retry", answer=BulkResult, repeat="always")
DELETE_PINS = Operation("deletePins", "POST", "/v1/pins/bulk-delete", answer=BulkResult, repeat="always")
CREATE_PINS = Operation("createPins", "POST", "/v1/pins/batch", answer=TakenBatch, repeat="with_key", makes_key=True)
VALIDATE_PIN = Operation("validatePin", "POST", "/v1/pins/validate", answer=ValidatedPin, repeat="always")
CREATE_PIN = Operation("createPin", "POST", "/v1/pins", answer=Pin, repeat="with_key", makes_key=True)
LIST_PINS = Operation("listPins", "GET", "/v1/pins", answer=List[Pin], repeat="always")
LIST_PINS_PAGES = Paging(items=None, next_header="x-next-cursor")
GET_PIN = Operation("getPin", "GET", "/v1/pins/{id}", answer=Pin, repeat="always")
UPDATE_PIN = Operation("updatePin", "PATCH", "/v1/pins/{id}", answer=Pin, repeat="always")
DELETE_PIN = Operation("deletePin", "DELETE", "/v1/pins/{id}", answer=Optional[DeletedPin], repeat="always")
GET_PIN_TIMELINE = Operation("getPinTimeline", "GET", "/v1/pins/{id}/timeline", answer=Timeline, repeat="always")
RETRY_PIN = Operation("retryPin", "POST", "/v1/pins/{id}/retry", answer=Pin)
GET_JOB = Operation("getJob", "GET", "/v1/jobs/{id}", answer=Job, repeat="always")
GET_RATE_METER = Operation("getRateMeter", "GET", "/v1/rate-meter", answer=RateMeter, repeat="always")
CANCEL_SCHEDULES = Operation("cancelSchedules", "POST", "/v1/schedules/bulk-cancel", answer=BulkResult, repeat="always")
RETRY_SCHEDULES = Operation("retrySchedules", "POST", "/v1/schedules/bulk-retry", answer=BulkResult, repeat="always")
DELETE_SCHEDULES = Operation("deleteSchedules", "POST", "/v1/schedules/bulk-delete", answer=BulkResult, repeat="always")
FORECAST_SCHEDULES = Operation("forecastSchedules", "GET", "/v1/schedules/forecast", answer=Forecast, repeat="always")
GET_SCHEDULE_CALENDAR = Operation("getScheduleCalendar", "GET", "/v1/schedules/calendar", answer=ScheduleCalendar, repeat="always")
VALIDATE_SCHEDULE = Operation("validateSchedule", "POST", "/v1/schedules/validate", answer=ValidatedSchedule, repeat="always")
CREATE_SCHEDULE = Operation("createSchedule", "POST", "/v1/schedules", answer=CreatedSchedule, repeat="with_key", makes_key=True)
LIST_SCHEDULES = Operation("listSchedules", "GET", "/v1/schedules", answer=List[Schedule], repeat="always")
LIST_SCHEDULES_PAGES = Paging(items=None, next_header="x-next-cursor")
GET_SCHEDULE = Operation("getSchedule", "GET", "/v1/schedules/{schedule_id}", answer=Schedule, repeat="always")
UPDATE_SCHEDULE = Operation("updateSchedule", "PATCH", "/v1/schedules/{schedule_id}", answer=Schedule, repeat="always")
DELETE_SCHEDULE = Operation("deleteSchedule", "DELETE", "/v1/schedules/{schedule_id}", answer=None, repeat="always")
CANCEL_SCHEDULE = Operation("cancelSchedule", "POST", "/v1/schedules/{schedule_id}/cancel", answer=Schedule)
RETRY_SCHEDULE = Operation("retrySchedule", "POST", "/v1/schedules/{schedule_id}/retry", answer=Schedule)
CREATE_PROPOSAL = Operation("createProposal", "POST", "/v1/proposals", answer=Proposal, repeat="with_key", makes_key=True)
LIST_PROPOSALS = Operation("listProposals", "GET", "/v1/proposals", answer=List[Proposal], repeat="always")
LIST_PROPOSALS_PAGES = Paging(items=None, next_header="x-next-cursor")
GET_PROPOSAL = Operation("getProposal", "GET", "/v1/proposals/{id}", answer=Proposal, repeat="always")
APPROVE_PROPOSAL = Operation("approveProposal", "POST", "/v1/proposals/{id}/approve", answer=Proposal)
DECLINE_PROPOSAL = Operation("declineProposal", "POST", "/v1/proposals/{id}/decline", answer=Proposal)
GET_BILLING_STATUS = Operation("getBillingStatus", "GET", "/v1/billing/status", answer=BillingStatus, repeat="always")
LIST_QUOTA_LEDGER = Operation("listQuotaLedger", "GET", "/v1/billing/quota-ledger", answer=LedgerPage, repeat="always")
LIST_QUOTA_LEDGER_PAGES = Paging(items="items", next_field="next_cursor")
START_CHECKOUT = Operation("startCheckout", "POST", "/v1/billing/checkout", answer=BillingSession)
OPEN_BILLING_PORTAL = Operation("openBillingPortal", "POST", "/v1/billing/portal", answer=BillingSession)
GET_PRICING = Operation("getPricing", "GET", "/v1/billing/pricing", answer=Pricing, repeat="always")
GET_DASHBOARD_SUMMARY = Operation("getDashboardSummary", "GET", "/v1/dashboard/summary", answer=DashboardSummary, repeat="always")
LIST_ACTIVITY = Operation("listActivity", "GET", "/v1/activity-logs", answer=ActivityLogPage, repeat="always")
LIST_ACTIVITY_PAGES = Paging(items="items", next_field="next_cursor")
STREAM_CHANGES = Operation("streamChanges", "GET", "/v1/changes", answer=bytes, accept="text/event-stream", repeat="always")
LIST_REQUESTS = Operation("listRequests", "GET", "/v1/requests", answer=RequestPage, repeat="always")
LIST_REQUESTS_PAGES = Paging(items="items", next_field="next_cursor")
GET_REQUEST = Operation("getRequest", "GET", "/v1/requests/{request_id}", answer=LoggedRequest, repeat="always")
LIST_AUDIT_EVENTS = Operation("listAuditEvents", "GET", "/v1/audit/events", answer=HistoryPage, repeat="always")
LIST_AUDIT_EVENTS_PAGES = Paging(items="items", next_field="next_cursor")
EXPORT_AUDIT_EVENTS = Operation(
    "exportAuditEvents",
    "GET",
    "/v1/audit/export",
    answer=bytes,
    accept="application/x-ndjson",
    repeat="always",
)
LIST_AUDIT_CHECKPOINTS = Operation("listAuditCheckpoints", "GET", "/v1/audit/checkpoints", answer=CheckpointPage, repeat="always")
LIST_AUDIT_CHECKPOINTS_PAGES = Paging(items="items", next_field="next_cursor")
LIST_AUDIT_KEYS = Operation("listAuditKeys", "GET", "/v1/audit/keys", answer=VerifyingKeys, repeat="always")
PROVE_AUDIT_EVENT = Operation("proveAuditEvent", "GET", "/v1/audit/proof", answer=InclusionProof, repeat="always")
PROVE_AUDIT_CONSISTENCY = Operation("proveAuditConsistency", "GET", "/v1/audit/consistency", answer=ConsistencyProof, repeat="always")
CREATE_WEBHOOK = Operation("createWebhook", "POST", "/v1/webhooks", answer=CreatedWebhook)
LIST_WEBHOOKS = Operation("listWebhooks", "GET", "/v1/webhooks", answer=List[Webhook], repeat="always")
LIST_WEBHOOK_EVENTS = Operation("listWebhookEvents", "GET", "/v1/webhooks/events", answer=List[WebhookEvent], repeat="always")
GET_WEBHOOK = Operation("getWebhook", "GET", "/v1/webhooks/{webhook_id}", answer=Webhook, repeat="always")
UPDATE_WEBHOOK = Operation("updateWebhook", "PATCH", "/v1/webhooks/{webhook_id}", answer=Webhook, repeat="always")
DELETE_WEBHOOK = Operation("deleteWebhook", "DELETE", "/v1/webhooks/{webhook_id}", answer=None, repeat="always")
LIST_DELIVERIES = Operation("listDeliveries", "GET", "/v1/webhooks/{webhook_id}/deliveries", answer=DeliveryPage, repeat="always")
LIST_DELIVERIES_PAGES = Paging(items="items", next_field="next_cursor")
GET_DELIVERY = Operation("getDelivery", "GET", "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}", answer=DeliveryDetail, repeat="always")
REDELIVER = Operation("redeliver", "POST", "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver", answer=DeliveryDetail)
TEST_WEBHOOK = Operation("testWebhook", "POST", "/v1/webhooks/{webhook_id}/test", answer=SentTest)
REPLAY_WEBHOOK = Operation("replayWebhook", "POST", "/v1/webhooks/{webhook_id}/replay", answer=Replayed)
GET_REPLAY = Operation("getReplay", "GET", "/v1/webhooks/{webhook_id}/replays/{replay_id}", answer=ReplayProgress, repeat="always")
CANCEL_REPLAY = Operation("cancelReplay", "POST", "/v1/webhooks/{webhook_id}/replays/{replay_id}/cancel", answer=ReplayProgress)
