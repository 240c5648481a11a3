"""Resources and their operations. Written by `npm run docs sdk` from the description of the interface."""

from __future__ import annotations

from datetime import datetime
from typing import (
    Any,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Union,
)

from ._calls import (
    Arguments,
)
from ._extensions import (
    AuditExtension,
    ImportsExtension,
    PinsExtension,
    SchedulesExtension,
    WebhooksExtension,
)
from ._files import (
    TextUpload,
    Upload,
    file_body,
    text_body,
)
from ._not_given import (
    NOT_GIVEN,
    NotGiven,
    given,
)
from ._operations import (
    APPROVE_PROPOSAL,
    CANCEL_ACCOUNT_DELETION,
    CANCEL_IMPORT,
    CANCEL_REPLAY,
    CANCEL_SCHEDULE,
    CANCEL_SCHEDULES,
    CHANGE_PASSWORD,
    CHECK_BOARD_ACCESS,
    COMPLETE_GOOGLE_LOGIN,
    COMPLETE_LOGIN,
    CONFIRM_EMAIL_CHANGE,
    CONFIRM_SECOND_FACTOR,
    CREATE_API_KEY,
    CREATE_BOARD,
    CREATE_PIN,
    CREATE_PINS,
    CREATE_PROPOSAL,
    CREATE_SANDBOX,
    CREATE_SCHEDULE,
    CREATE_WEBHOOK,
    DECLINE_PROPOSAL,
    DELETE_ACCOUNT,
    DELETE_ASSET,
    DELETE_BOARD,
    DELETE_PIN,
    DELETE_PINS,
    DELETE_SCHEDULE,
    DELETE_SCHEDULES,
    DELETE_WEBHOOK,
    DISABLE_SECOND_FACTOR,
    DOWNLOAD_ACCOUNT_EXPORT,
    END_SESSION,
    EXPORT_ACCOUNT,
    EXPORT_AUDIT_EVENTS,
    FORECAST_SCHEDULES,
    FORGOT_PASSWORD,
    GET_ACCOUNT_EXPORT,
    GET_ASSET,
    GET_ASSET_CONTENT,
    GET_BILLING_STATUS,
    GET_DASHBOARD_SUMMARY,
    GET_DELIVERY,
    GET_EMAIL_PREFERENCES,
    GET_FAILED_ROWS,
    GET_GOOGLE_STATUS,
    GET_HEALTHZ,
    GET_IMPORT,
    GET_IMPORT_TEMPLATE,
    GET_JOB,
    GET_LIVENESS,
    GET_ME,
    GET_PIN,
    GET_PIN_TIMELINE,
    GET_PRICING,
    GET_PROFILE,
    GET_PROPOSAL,
    GET_PUBLIC_ASSET,
    GET_RATE_METER,
    GET_READINESS,
    GET_READYZ,
    GET_REPLAY,
    GET_REQUEST,
    GET_SCHEDULE,
    GET_SCHEDULE_CALENDAR,
    GET_SECOND_FACTOR,
    GET_SERVICE,
    GET_WEBHOOK,
    HANDLE_CONNECTION_CALLBACK,
    IMPORT_CSV,
    IMPORT_JSON,
    LIST_ACCOUNTS,
    LIST_ACTIVITY,
    LIST_ACTIVITY_PAGES,
    LIST_API_KEYS,
    LIST_ASSETS,
    LIST_ASSETS_PAGES,
    LIST_AUDIT_CHECKPOINTS,
    LIST_AUDIT_CHECKPOINTS_PAGES,
    LIST_AUDIT_EVENTS,
    LIST_AUDIT_EVENTS_PAGES,
    LIST_AUDIT_KEYS,
    LIST_BOARDS,
    LIST_DELIVERIES,
    LIST_DELIVERIES_PAGES,
    LIST_IMPORTS,
    LIST_IMPORTS_PAGES,
    LIST_PINS,
    LIST_PINS_PAGES,
    LIST_PROJECTS,
    LIST_PROPOSALS,
    LIST_PROPOSALS_PAGES,
    LIST_QUOTA_LEDGER,
    LIST_QUOTA_LEDGER_PAGES,
    LIST_REQUESTS,
    LIST_REQUESTS_PAGES,
    LIST_SCHEDULES,
    LIST_SCHEDULES_PAGES,
    LIST_SESSIONS,
    LIST_WEBHOOKS,
    LIST_WEBHOOK_EVENTS,
    LOGIN,
    LOGOUT,
    OPEN_BILLING_PORTAL,
    PROVE_AUDIT_CONSISTENCY,
    PROVE_AUDIT_EVENT,
    REAUTHENTICATE,
    REDELIVER,
    REGISTER,
    REPLACE_RECOVERY_CODES,
    REPLAY_WEBHOOK,
    REQUEST_EMAIL_CHANGE,
    REQUEST_EMAIL_VERIFICATION,
    RESET_PASSWORD,
    RESET_SANDBOX,
    RETRY_PIN,
    RETRY_PINS,
    RETRY_SCHEDULE,
    RETRY_SCHEDULES,
    REVOKE_ACCOUNT,
    REVOKE_API_KEY,
    START_CHECKOUT,
    START_CONNECTION,
    START_SECOND_FACTOR_SETUP,
    STREAM_CHANGES,
    SWITCH_PROJECT,
    TEST_WEBHOOK,
    UNSUBSCRIBE,
    UPDATE_API_KEY,
    UPDATE_BOARD,
    UPDATE_EMAIL_PREFERENCES,
    UPDATE_PIN,
    UPDATE_PROFILE,
    UPDATE_SCHEDULE,
    UPDATE_WEBHOOK,
    UPLOAD_IMAGE,
    UPLOAD_VIDEO,
    VALIDATE_PIN,
    VALIDATE_SCHEDULE,
    VERIFY_EMAIL,
)
from ._request import (
    CallOptions,
)
from ._resource import (
    Call,
    Resource,
)
from ._streams import (
    ByteStream,
    LineStream,
)
from .models import (
    AccessToken,
    Account,
    AccountDeletion,
    AccountExport,
    ActionResponse,
    ActivityLogEntry,
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
    Checkpoint,
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
    Delivery,
    DeliveryDetail,
    DeliveryPage,
    Forecast,
    GoogleStatus,
    HistoryItem,
    HistoryPage,
    Import,
    InclusionProof,
    Job,
    LedgerEntry,
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
from .params import (
    CreatePinParams,
    DeclinedItemParams,
    ImportRowParams,
    ItemChoiceParams,
    ProposedItemParams,
)


class ServiceResource(Resource):
    def get(self, *, options: Optional[CallOptions] = None) -> Service:
        """
        Name, version and documentation of the service.

        Says what answers here, in which version of the interface, and where it is described. A good first call.

        Credential: no credential.

        Refuses with `internal_error`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_SERVICE, Arguments(options=options))

    def get_liveness(self, *, options: Optional[CallOptions] = None) -> Liveness:
        """
        Whether the process runs.

        Answers 200 while the process runs: for whoever restarts it. It asks nothing of database or store.

        Credential: no credential.

        Refuses with `internal_error`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_LIVENESS, Arguments(options=options))

    def get_readiness(self, *, options: Optional[CallOptions] = None) -> Readiness:
        """
        Whether the process can serve, with what it depends on for operators.

        Answers 200 while the process can serve, and 503 with `Retry-After` otherwise: for load balancers. Operators also see each
        dependency and how far each read model is behind.

        Credential: no credential.

        Refuses with `internal_error`, `validation_error`.
        """
        return self._call(GET_READINESS, Arguments(options=options))

    def get_healthz(self, *, options: Optional[CallOptions] = None) -> Probe:
        """
        Whether the process runs.

        The same as `GET /health/live` with version and environment.

        Credential: no credential.

        Refuses with `internal_error`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_HEALTHZ, Arguments(options=options))

    def get_readyz(self, *, options: Optional[CallOptions] = None) -> Probe:
        """
        Whether the process can serve.

        The same as `GET /health/ready` with version and environment, and whether the database can be read and written.

        Credential: no credential.

        Refuses with `internal_error`, `validation_error`.
        """
        return self._call(GET_READYZ, Arguments(options=options))


class AuthResource(Resource):
    def register(
        self,
        *,
        full_name: str,
        email: str,
        password: str,
        carrier: Union[Literal["token", "cookie"], NotGiven] = NOT_GIVEN,
        next_path: Any = NOT_GIVEN,
        marketing_attribution: Any = NOT_GIVEN,
        referral_code: Any = NOT_GIVEN,
        invite_token: Any = NOT_GIVEN,
        timezone: Union[str, None, NotGiven] = NOT_GIVEN,
        workspace_name: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> AuthResponse:
        """
        Register a user with a workspace.

        Makes a user with a workspace on the free plan, signs in, and mails a link that verifies the address. The answer has the
        `access_token` for `Authorization: Bearer`. A taken address is 409 `account_exists`. Too many from one place: 429 with
        `Retry-After`.

        Credential: no credential.

        Refuses with `account_exists`, `bad_request`, `internal_error`, `payload_too_large`, `rate_limited`, `service_unavailable`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            REGISTER,
            Arguments(
                json=given(carrier=carrier, next_path=next_path, marketing_attribution=marketing_attribution, referral_code=referral_code, invite_token=invite_token, timezone=timezone, full_name=full_name, email=email, password=password, workspace_name=workspace_name),
                options=options,
            ),
        )

    def login(
        self,
        *,
        email: str,
        password: str,
        carrier: Union[Literal["token", "cookie"], NotGiven] = NOT_GIVEN,
        next_path: Any = NOT_GIVEN,
        marketing_attribution: Any = NOT_GIVEN,
        referral_code: Any = NOT_GIVEN,
        invite_token: Any = NOT_GIVEN,
        timezone: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> AuthResponse:
        """
        Log in.

        Signs in with e-mail and password, and answers a token for 12 hours. If the account has a second factor the answer is 401
        `second_factor_required` with a `ticket` for `POST /v1/auth/login/second-factor`. A wrong password and an unknown address
        are the same 401. After ten failures within 15 minutes: 429.

        Credential: no credential.

        Refuses with `bad_request`, `internal_error`, `invalid_credentials`, `payload_too_large`, `rate_limited`,
        `second_factor_required`, `service_unavailable`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            LOGIN,
            Arguments(
                json=given(carrier=carrier, next_path=next_path, marketing_attribution=marketing_attribution, referral_code=referral_code, invite_token=invite_token, timezone=timezone, email=email, password=password),
                options=options,
            ),
        )

    def get_me(self, *, options: Optional[CallOptions] = None) -> Me:
        """
        Read the session’s user and projects.

        Reads who the session belongs to: user, organization, projects and permissions.

        Credential: session.

        Refuses with `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `rate_limited`,
        `service_unavailable`, `session_required`, `validation_error`.
        """
        return self._call(GET_ME, Arguments(options=options))

    def forgot_password(self, *, email: str, options: Optional[CallOptions] = None) -> ActionResponse:
        """
        Mail a link that resets the password.

        Mails a link with which the password is reset, good for one hour. The answer is the same whether the address is known or
        not.

        Credential: no credential.

        Refuses with `bad_request`, `internal_error`, `payload_too_large`, `rate_limited`, `service_unavailable`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(FORGOT_PASSWORD, Arguments(json=given(email=email), options=options))

    def reset_password(self, *, token: str, password: str, options: Optional[CallOptions] = None) -> ActionResponse:
        """
        Reset the password with a mailed link.

        Sets a new password with the token of a mailed link, which is good once, and ends every session. A token that is unknown,
        used or over is 400 `invalid_token`.

        Credential: no credential.

        Refuses with `bad_request`, `internal_error`, `invalid_token`, `payload_too_large`, `rate_limited`, `service_unavailable`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(RESET_PASSWORD, Arguments(json=given(token=token, password=password) or NOT_GIVEN, options=options))

    def change_password(self, *, current_password: str, new_password: str, options: Optional[CallOptions] = None) -> ActionResponse:
        """
        Change the password.

        Changes the password and ends every other session. A wrong `current_password` is 422 on that field. API keys stay.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `conflict`, `insufficient_scope`, `internal_error`,
        `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`,
        `service_unavailable`, `session_required`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            CHANGE_PASSWORD,
            Arguments(
                json=given(current_password=current_password, new_password=new_password),
                options=options,
            ),
        )

    def request_email_verification(self, *, options: Optional[CallOptions] = None) -> ActionResponse:
        """
        Mail a link that verifies the address.

        Mails a link that verifies the address, at most once a minute; `retry_after_seconds` says when the next one may go out.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`, `service_unavailable`,
        `session_required`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(REQUEST_EMAIL_VERIFICATION, Arguments(options=options))

    def verify_email(self, *, token: str, options: Optional[CallOptions] = None) -> ActionResponse:
        """
        Verify the address with a mailed link.

        Verifies the address with the token of a mailed link, which is good once, for 48 hours.

        Credential: no credential.

        Refuses with `internal_error`, `invalid_token`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(VERIFY_EMAIL, Arguments(query={"token": token}, options=options))

    def request_email_change(self, *, new_email: str, options: Optional[CallOptions] = None) -> PendingEmail:
        """
        Ask for another e-mail address.

        Asks for another address. A link goes to the present one: the change holds once it is opened. A taken address is 409
        `account_exists`.

        Credential: session, or key with `write`.

        Refuses with `account_exists`, `account_not_permitted`, `bad_request`, `conflict`, `insufficient_scope`, `internal_error`,
        `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`,
        `recent_login_required`, `service_unavailable`, `session_required`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(REQUEST_EMAIL_CHANGE, Arguments(json=given(new_email=new_email), options=options))

    def confirm_email_change(self, *, token: str, options: Optional[CallOptions] = None) -> ChangedEmail:
        """
        Approve another e-mail address with a mailed link.

        Approves another address with the token of a mailed link. The session stays; sign in with the new address from now on.

        Credential: no credential.

        Refuses with `account_exists`, `conflict`, `internal_error`, `invalid_token`, `rate_limited`, `service_unavailable`,
        `validation_error`.
        """
        return self._call(CONFIRM_EMAIL_CHANGE, Arguments(query={"token": token}, options=options))

    def logout(self, *, options: Optional[CallOptions] = None) -> None:
        """
        End the session.

        Ends the session: its token is refused at once. API keys stay.

        Credential: session.

        Refuses with `bad_request`, `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`,
        `payload_too_large`, `rate_limited`, `service_unavailable`, `session_required`, `unsupported_media_type`,
        `validation_error`.
        """
        self._call(LOGOUT, Arguments(options=options))

    def list_sessions(self, *, options: Optional[CallOptions] = None) -> List[Session]:
        """
        List the sessions of the user.

        Lists where the person is signed in, with browser and last use; `current` is the one that asks.

        Credential: session.

        Refuses with `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `rate_limited`,
        `service_unavailable`, `session_required`, `validation_error`.
        """
        return self._call(LIST_SESSIONS, Arguments(options=options))

    def end_session(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """
        End a session.

        Ends one of the person’s sessions, for example that of a lost device.

        Credential: session.

        Refuses with `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `not_found`,
        `rate_limited`, `service_unavailable`, `session_required`, `validation_error`.
        """
        self._call(END_SESSION, Arguments(parts={"id": id}, options=options))

    def reauthenticate(
        self,
        *,
        carrier: Union[Literal["token", "cookie"], NotGiven] = NOT_GIVEN,
        password: Union[str, None, NotGiven] = NOT_GIVEN,
        code: Union[str, None, NotGiven] = NOT_GIVEN,
        recovery_code: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> AccessToken:
        """
        Show the password, and a code, again.

        Shows the password again, and a code where the second factor is on. Some changes ask for a sign-in that is not long ago
        (`recent_login_required`): call this and try again.

        Credential: session.

        Refuses with `bad_request`, `conflict`, `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`,
        `payload_too_large`, `rate_limited`, `service_unavailable`, `session_required`, `unsupported_media_type`,
        `validation_error`.
        """
        return self._call(
            REAUTHENTICATE,
            Arguments(
                json=given(carrier=carrier, password=password, code=code, recovery_code=recovery_code),
                options=options,
            ),
        )

    def get_google_status(self, *, options: Optional[CallOptions] = None) -> GoogleStatus:
        """
        Whether one can sign in with Google.

        Tells whether one can sign in with Google here.

        Credential: no credential.

        Refuses with `internal_error`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_GOOGLE_STATUS, Arguments(options=options))

    def complete_google_login(
        self,
        *,
        token: str,
        carrier: Union[Literal["token", "cookie"], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> CompletedSignIn:
        """
        Get a session for a sign-in with Google.

        Gives a session for the token with which the browser came back from Google, good for two minutes and once. If the account
        has a second factor the answer is 401 `second_factor_required` with a `ticket`.

        Credential: no credential.

        Refuses with `bad_request`, `internal_error`, `invalid_token`, `payload_too_large`, `rate_limited`,
        `second_factor_required`, `service_unavailable`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(COMPLETE_GOOGLE_LOGIN, Arguments(json=given(token=token, carrier=carrier), options=options))

    def complete_login(
        self,
        *,
        ticket: str,
        code: Union[str, None, NotGiven] = NOT_GIVEN,
        recovery_code: Union[str, None, NotGiven] = NOT_GIVEN,
        carrier: Union[Literal["token", "cookie"], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> AuthResponse:
        """
        Complete a sign-in with a second factor.

        Completes a sign-in with a code of the authenticator app or a recovery code, and the ticket that `POST /v1/auth/login` gave.
        A ticket is good for minutes, a recovery code once.

        Credential: no credential.

        Refuses with `bad_request`, `internal_error`, `invalid_credentials`, `invalid_token`, `payload_too_large`, `rate_limited`,
        `service_unavailable`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            COMPLETE_LOGIN,
            Arguments(
                json=given(ticket=ticket, code=code, recovery_code=recovery_code, carrier=carrier),
                options=options,
            ),
        )


class SecondFactorResource(Resource):
    def get(self, *, options: Optional[CallOptions] = None) -> SecondFactor:
        """
        Read whether signing in asks for a code.

        Reads whether signing in asks for a code, and how many recovery codes are left.

        Credential: session.

        Refuses with `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `rate_limited`,
        `service_unavailable`, `session_required`, `validation_error`.
        """
        return self._call(GET_SECOND_FACTOR, Arguments(options=options))

    def set_up(self, *, options: Optional[CallOptions] = None) -> SecondFactorSetup:
        """
        Get a secret for an authenticator app.

        Gives a secret for an authenticator app, as text, as address and as a picture to scan. Nothing changes until it is confirmed
        with a first code. The address must be verified: else 409 `conflict`.

        Credential: session.

        Refuses with `bad_request`, `conflict`, `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`,
        `payload_too_large`, `rate_limited`, `recent_login_required`, `service_unavailable`, `session_required`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(START_SECOND_FACTOR_SETUP, Arguments(options=options))

    def confirm(self, *, code: str, options: Optional[CallOptions] = None) -> RecoveryCodes:
        """
        Turn the second factor on with a first code.

        Turns the second factor on with a first code of the app, and answers recovery codes: they are shown this once.

        Credential: session.

        Refuses with `bad_request`, `conflict`, `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`,
        `payload_too_large`, `rate_limited`, `recent_login_required`, `service_unavailable`, `session_required`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(CONFIRM_SECOND_FACTOR, Arguments(json=given(code=code), options=options))

    def replace_recovery_codes(
        self,
        *,
        password: Union[str, None, NotGiven] = NOT_GIVEN,
        code: Union[str, None, NotGiven] = NOT_GIVEN,
        recovery_code: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> RecoveryCodes:
        """
        Make new recovery codes.

        Makes new recovery codes; the old ones are refused from then on. They are shown this once.

        Credential: session.

        Refuses with `bad_request`, `conflict`, `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`,
        `payload_too_large`, `rate_limited`, `recent_login_required`, `service_unavailable`, `session_required`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            REPLACE_RECOVERY_CODES,
            Arguments(
                json=given(password=password, code=code, recovery_code=recovery_code),
                options=options,
            ),
        )

    def disable(
        self,
        *,
        password: Union[str, None, NotGiven] = NOT_GIVEN,
        code: Union[str, None, NotGiven] = NOT_GIVEN,
        recovery_code: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> SecondFactor:
        """
        Switch the second factor off.

        Turns the second factor off. It asks for the password again, or a code.

        Credential: session.

        Refuses with `bad_request`, `conflict`, `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`,
        `payload_too_large`, `rate_limited`, `recent_login_required`, `service_unavailable`, `session_required`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            DISABLE_SECOND_FACTOR,
            Arguments(
                json=given(password=password, code=code, recovery_code=recovery_code),
                options=options,
            ),
        )


class ProfileResource(Resource):
    def delete_account(
        self,
        *,
        password: Union[str, None, NotGiven] = NOT_GIVEN,
        code: Union[str, None, NotGiven] = NOT_GIVEN,
        recovery_code: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> AccountDeletion:
        """
        Ask for the end of the account and its workspace.

        Asks for the end of the account and its workspace. It ends after the time that the answer names; until then it can be taken
        back. Then nothing of it is left that can be read.

        Credential: session.

        Refuses with `bad_request`, `conflict`, `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`,
        `payload_too_large`, `rate_limited`, `recent_login_required`, `service_unavailable`, `session_required`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            DELETE_ACCOUNT,
            Arguments(
                json=given(password=password, code=code, recovery_code=recovery_code),
                options=options,
            ),
        )

    def cancel_account_deletion(self, *, options: Optional[CallOptions] = None) -> ActionResponse:
        """
        Keep the account that is to be deleted.

        Takes the end of the account back. If none was asked for: 409 `conflict`.

        Credential: session.

        Refuses with `bad_request`, `conflict`, `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`,
        `payload_too_large`, `rate_limited`, `service_unavailable`, `session_required`, `unsupported_media_type`,
        `validation_error`.
        """
        return self._call(CANCEL_ACCOUNT_DELETION, Arguments(options=options))

    def export_account(self, *, options: Optional[CallOptions] = None) -> AccountExport:
        """
        Ask for an archive of everything that is stored of the account.

        Asks for an archive of everything that is stored of the account. It is made in the background; a mail says when it is ready.
        A few a day can be asked for: else 429.

        Credential: session.

        Refuses with `bad_request`, `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`,
        `payload_too_large`, `rate_limited`, `recent_login_required`, `service_unavailable`, `session_required`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(EXPORT_ACCOUNT, Arguments(options=options))

    def get_account_export(self, *, options: Optional[CallOptions] = None) -> AccountExport:
        """
        Read how the archive that was asked for last is doing.

        Reads how the archive that was asked for last is doing; when it is ready, `download_url` is a signed link to it.

        Credential: session.

        Refuses with `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `not_found`,
        `rate_limited`, `service_unavailable`, `session_required`, `validation_error`.
        """
        return self._call(GET_ACCOUNT_EXPORT, Arguments(options=options))

    def download_account_export(
        self,
        export_id: str,
        *,
        signature: str,
        expires: int,
        organization_id: str,
        options: Optional[CallOptions] = None,
    ) -> ByteStream:
        """
        Download the archive by its signed link.

        Downloads the archive as a ZIP file by its signed link, until it ends.

        Credential: no credential.

        Refuses with `internal_error`, `not_found`, `service_unavailable`, `validation_error`.
        """
        return self._call(
            DOWNLOAD_ACCOUNT_EXPORT,
            Arguments(
                parts={"export_id": export_id},
                query={"signature": signature, "expires": expires, "organization_id": organization_id},
                options=options,
            ),
        )

    def get(self, *, options: Optional[CallOptions] = None) -> Profile:
        """
        Read the profile with the data for invoices.

        Reads the person’s name and address, and the data for invoices.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_PROFILE, Arguments(options=options))

    def update(
        self,
        *,
        full_name: Union[str, None, NotGiven] = NOT_GIVEN,
        company_name: Union[str, None, NotGiven] = NOT_GIVEN,
        company_website: Union[str, None, NotGiven] = NOT_GIVEN,
        billing_email: Union[str, None, NotGiven] = NOT_GIVEN,
        billing_phone: Union[str, None, NotGiven] = NOT_GIVEN,
        tax_id: Union[str, None, NotGiven] = NOT_GIVEN,
        address_line1: Union[str, None, NotGiven] = NOT_GIVEN,
        address_line2: Union[str, None, NotGiven] = NOT_GIVEN,
        address_city: Union[str, None, NotGiven] = NOT_GIVEN,
        address_state: Union[str, None, NotGiven] = NOT_GIVEN,
        address_postal_code: Union[str, None, NotGiven] = NOT_GIVEN,
        address_country: Union[str, None, NotGiven] = NOT_GIVEN,
        workspace_name: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Profile:
        """
        Change the profile.

        Changes name, workspace and the data for invoices; what is not named stays. `""` clears a text.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `conflict`, `insufficient_scope`, `internal_error`,
        `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`,
        `service_unavailable`, `session_required`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            UPDATE_PROFILE,
            Arguments(
                json=given(full_name=full_name, company_name=company_name, company_website=company_website, billing_email=billing_email, billing_phone=billing_phone, tax_id=tax_id, address_line1=address_line1, address_line2=address_line2, address_city=address_city, address_state=address_state, address_postal_code=address_postal_code, address_country=address_country, workspace_name=workspace_name),
                options=options,
            ),
        )


class EmailPreferencesResource(Resource):
    def get(self, *, options: Optional[CallOptions] = None) -> Preferences:
        """
        Read which mails the user gets.

        Reads which mails the person gets about this project. Mails about security (password, address) are always sent.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_EMAIL_PREFERENCES, Arguments(options=options))

    def update(
        self,
        *,
        transactional_enabled: Union[bool, None, NotGiven] = NOT_GIVEN,
        alerts_enabled: Union[bool, None, NotGiven] = NOT_GIVEN,
        verification_enabled: Union[bool, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Preferences:
        """
        Choose which mails the user gets.

        Chooses which mails the person gets about this project; what is not named stays. It holds for mails from now on.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`, `service_unavailable`,
        `session_required`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            UPDATE_EMAIL_PREFERENCES,
            Arguments(
                json=given(transactional_enabled=transactional_enabled, alerts_enabled=alerts_enabled, verification_enabled=verification_enabled),
                options=options,
            ),
        )

    def unsubscribe(
        self,
        *,
        workspace_id: str,
        token: str,
        user_id: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> Unsubscribed:
        """
        End mails with the link in one of them.

        Ends mails about a project by the signed link in one of them, without a session. Clicking it twice changes nothing. Turn
        them on again with `PATCH /v1/email/preferences`.

        Credential: no credential.

        Refuses with `internal_error`, `invalid_token`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(
            UNSUBSCRIBE,
            Arguments(
                query={"workspace_id": workspace_id, "token": token, "user_id": user_id},
                options=options,
            ),
        )


class ProjectsResource(Resource):
    def list(self, *, options: Optional[CallOptions] = None) -> ProjectsContext:
        """
        List the projects of the workspace.

        Lists the projects of the workspace, production and sandbox, and says which one the session is in.

        Credential: session.

        Refuses with `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `rate_limited`,
        `service_unavailable`, `session_required`, `validation_error`.
        """
        return self._call(LIST_PROJECTS, Arguments(options=options))

    def create_sandbox(self, *, name: Union[str, None, NotGiven] = NOT_GIVEN, options: Optional[CallOptions] = None) -> ProjectsContext:
        """
        Create the sandbox project.

        Makes the sandbox, a project in which everything works as in production and nothing reaches the platform, with a simulated
        account and board. It has a quota of its own, 100 pins a month. If there is one already it is answered as it is.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`, `service_unavailable`,
        `session_required`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(CREATE_SANDBOX, Arguments(json=given(name=name) or NOT_GIVEN, options=options))

    def reset_sandbox(self, *, options: Optional[CallOptions] = None) -> ProjectsContext:
        """
        Delete everything in the sandbox.

        Deletes everything in the sandbox: pins, schedules, keys, webhooks. A fresh account and board are made, and quota is counted
        anew. Production is untouched. Without a sandbox: 404.

        Credential: session, or key with `destructive`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`, `service_unavailable`,
        `session_required`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(RESET_SANDBOX, Arguments(options=options))

    def switch(
        self,
        *,
        project_id: str,
        carrier: Union[Literal["token", "cookie"], NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> SwitchedProject:
        """
        Get a token for another project.

        Gives a token for another project of the workspace; the old one stays good for the project it was for. API keys belong to
        one project and are not switched by it.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`, `service_unavailable`,
        `session_required`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(SWITCH_PROJECT, Arguments(json=given(project_id=project_id, carrier=carrier), options=options))


class ApiKeysResource(Resource):
    def create(
        self,
        *,
        name: str,
        scopes: Union[Iterable[Literal["read", "write", "destructive"]], None, NotGiven] = NOT_GIVEN,
        platform_account_ids: Union[Iterable[str], None, NotGiven] = NOT_GIVEN,
        expires_at: Union[datetime, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> CreatedApiKey:
        """
        Create an API key.

        Makes a key for a program. `api_key` is shown this once; only a hash of it is kept. Send it as `X-API-Key`, or as
        `Authorization: Bearer`. Give it the scopes that it needs, and the accounts that it may name. A key that is made by a key
        never grants more than that one has. With `expires_at` it ends by itself, and what it made ends with it; the owner is told
        two weeks ahead. A key that a key makes never ends after that one: 403 `session_required`. At the limit of keys: 403
        `plan_limit`.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `account_revoked`, `bad_request`, `insufficient_scope`, `internal_error`,
        `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `plan_limit`,
        `rate_limited`, `recent_login_required`, `service_unavailable`, `session_required`, `unsupported_media_type`,
        `validation_error`.
        """
        return self._call(
            CREATE_API_KEY,
            Arguments(
                json=given(name=name, scopes=scopes, platform_account_ids=platform_account_ids, expires_at=expires_at),
                options=options,
            ),
        )

    def list(self, *, as_of: Optional[datetime] = None, options: Optional[CallOptions] = None) -> List[ApiKeyRecord]:
        """
        List the API keys of the project.

        Lists the keys of the project, revoked and expired ones too, with their scopes, accounts and when they were used last; never
        the keys themselves. With `as_of` it lists what was there at that moment.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(LIST_API_KEYS, Arguments(query={"as_of": as_of}, options=options))

    def update(
        self,
        key_id: str,
        *,
        name: Union[str, None, NotGiven] = NOT_GIVEN,
        scopes: Union[Iterable[Literal["read", "write", "destructive"]], None, NotGiven] = NOT_GIVEN,
        platform_account_ids: Union[Iterable[str], None, NotGiven] = NOT_GIVEN,
        publishing_mode: Union[Literal["propose", "confirm", "direct"], None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> ApiKeyRecord:
        """
        Change name, scopes or accounts of an API key.

        Changes the name, scopes or accounts of a key; what is not named stays. It holds at once, on every process. When it ends
        cannot be changed. What somebody agreed to for a program or a terminal (`source`) is only narrowed: 403 `session_required`.
        A revoked or expired key cannot be changed: 409 `conflict`.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `account_revoked`, `bad_request`, `conflict`, `insufficient_scope`, `internal_error`,
        `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`,
        `recent_login_required`, `service_unavailable`, `session_required`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            UPDATE_API_KEY,
            Arguments(
                parts={"key_id": key_id},
                json=given(name=name, scopes=scopes, platform_account_ids=platform_account_ids, publishing_mode=publishing_mode),
                options=options,
            ),
        )

    def revoke(self, key_id: str, *, options: Optional[CallOptions] = None) -> None:
        """
        Revoke an API key.

        Revokes a key at once and for ever, with the keys that it made; webhooks that they made are disabled. What they had queued
        is still published.

        Credential: session, or key with `destructive`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `session_required`, `validation_error`.
        """
        self._call(REVOKE_API_KEY, Arguments(parts={"key_id": key_id}, options=options))


class AccountsResource(Resource):
    def connect(self, *, account_id: Optional[str] = None, options: Optional[CallOptions] = None) -> StartedConnection:
        """
        Start to connect an account.

        Begins to connect an account of the platform. Open `authorization_url` in a browser, or `connect_url`, which first says who
        connects what; after the consent the platform leads back to the callback. The state is good once, for 10 minutes. With
        `account_id` it renews that account’s consent. At the limit of the plan: 403 `plan_limit`.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `plan_limit`, `rate_limited`, `recent_login_required`, `service_unavailable`,
        `session_required`, `validation_error`.
        """
        return self._call(START_CONNECTION, Arguments(query={"account_id": account_id}, options=options))

    def complete_connection(
        self,
        *,
        state: str,
        code: Optional[str] = None,
        error: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> ConnectedAccount:
        """
        Come back from the platform’s consent.

        Where the platform leads back to after a consent; a browser is led on to the web app, a program gets JSON. It connects the
        account, or renews it. A state that is unknown, used or over is 400 `invalid_state`, a consent that was refused 400
        `access_denied`, one of another person than before 409 `account_mismatch`.

        Credential: no credential.

        Refuses with `access_denied`, `account_mismatch`, `account_revoked`, `internal_error`, `invalid_state`, `plan_limit`,
        `platform_rate_limited`, `platform_unavailable`, `scope_missing`, `service_unavailable`, `token_expired`, `token_revoked`,
        `validation_error`.
        """
        return self._call(HANDLE_CONNECTION_CALLBACK, Arguments(query={"code": code, "state": state, "error": error}, options=options))

    def list(
        self,
        *,
        include_revoked: Optional[bool] = None,
        as_of: Optional[datetime] = None,
        options: Optional[CallOptions] = None,
    ) -> List[Account]:
        """
        List connected accounts.

        Lists the connected accounts with their health. `reconnect_required` means that a person has to consent again before
        anything is published. It costs nothing.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(LIST_ACCOUNTS, Arguments(query={"include_revoked": include_revoked, "as_of": as_of}, options=options))

    def revoke(self, account_id: str, *, options: Optional[CallOptions] = None) -> None:
        """
        Disconnect an account.

        Disconnects an account. Its tokens are forgotten, its waiting pins fail with `account_revoked`, and its schedules are
        canceled; what is published stays. It frees a place of the plan. Connecting the same account again continues its history.

        Credential: session, or key with `destructive`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        self._call(REVOKE_ACCOUNT, Arguments(parts={"account_id": account_id}, options=options))


class BoardsResource(Resource):
    def list(self, *, account_id: str, options: Optional[CallOptions] = None) -> List[Board]:
        """
        List the boards of an account.

        Lists the boards on which an account may publish, as the platform has them now. Their `id` is what a pin needs as
        `board_id`. An account that has to be connected again is 409, a platform that does not answer 503 with `Retry-After`.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `account_revoked`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `platform_rate_limited`, `platform_unavailable`, `rate_limited`,
        `scope_missing`, `service_unavailable`, `token_expired`, `token_revoked`, `validation_error`.
        """
        return self._call(LIST_BOARDS, Arguments(query={"account_id": account_id}, options=options))

    def create(
        self,
        *,
        account_id: str,
        name: str,
        description: Union[str, None, NotGiven] = NOT_GIVEN,
        visibility: Union[Literal["PUBLIC", "SECRET", "null"], None, NotGiven] = NOT_GIVEN,
        privacy: Union[Literal["PUBLIC", "SECRET", "null"], None, NotGiven] = NOT_GIVEN,
        idempotency_key: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Board:
        """
        Create a board.

        Makes a board of an account on the platform, and answers it. Send an `Idempotency-Key`, and a repeat makes no second one. A
        sandbox has at most 5 boards: 403 `sandbox_board_limit`.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `account_revoked`, `bad_request`, `conflict`, `idempotency_key_reused`,
        `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `not_found`,
        `payload_too_large`, `platform_rate_limited`, `platform_unavailable`, `rate_limited`, `sandbox_board_limit`,
        `scope_missing`, `service_unavailable`, `token_expired`, `token_revoked`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            CREATE_BOARD,
            Arguments(
                json=given(description=description, visibility=visibility, privacy=privacy, account_id=account_id, name=name),
                idempotency_key=idempotency_key,
                options=options,
            ),
        )

    def update(
        self,
        board_id: str,
        *,
        description: Union[str, None, NotGiven] = NOT_GIVEN,
        visibility: Union[Literal["PUBLIC", "SECRET", "null"], None, NotGiven] = NOT_GIVEN,
        privacy: Union[Literal["PUBLIC", "SECRET", "null"], None, NotGiven] = NOT_GIVEN,
        account_id: Union[str, None, NotGiven] = NOT_GIVEN,
        name: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Board:
        """
        Change a board.

        Changes the name, description or privacy of a board on the platform; what is not named stays. A board that is not there is
        404 `board_not_found`.

        account_id is taken from the query or from the body.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `account_revoked`, `bad_request`, `board_not_found`, `insufficient_scope`,
        `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`,
        `platform_rate_limited`, `platform_unavailable`, `proposal_required`, `rate_limited`, `scope_missing`,
        `service_unavailable`, `token_expired`, `token_revoked`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            UPDATE_BOARD,
            Arguments(
                parts={"board_id": board_id},
                json=given(description=description, visibility=visibility, privacy=privacy, account_id=account_id, name=name),
                options=options,
            ),
        )

    def delete(self, board_id: str, *, account_id: str, options: Optional[CallOptions] = None) -> None:
        """
        Delete a board.

        Deletes a board on the platform with all pins on it. This cannot be undone. Pins that wait for it fail with
        `board_not_found`.

        Credential: session, or key with `destructive`.

        Refuses with `account_not_permitted`, `account_revoked`, `board_not_found`, `insufficient_scope`, `internal_error`,
        `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `not_found`, `platform_rate_limited`,
        `platform_unavailable`, `rate_limited`, `scope_missing`, `service_unavailable`, `token_expired`, `token_revoked`,
        `validation_error`.
        """
        self._call(DELETE_BOARD, Arguments(parts={"board_id": board_id}, query={"account_id": account_id}, options=options))

    def check_access(
        self,
        board_id: str,
        *,
        account_id: str,
        fresh: Optional[bool] = None,
        options: Optional[CallOptions] = None,
    ) -> BoardAccess:
        """
        Check whether an account may publish on a board.

        Tells whether an account may publish on a board, and why not. The answer is kept for 5 minutes; `fresh=true` asks the
        platform again. `skipped` means that the platform could not be asked: a pin may be created all the same.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `account_revoked`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(
            CHECK_BOARD_ACCESS,
            Arguments(
                parts={"board_id": board_id},
                query={"account_id": account_id, "fresh": fresh},
                options=options,
            ),
        )


class AssetsResource(Resource):
    def upload_image(
        self,
        file: Upload,
        *,
        filename: Optional[str] = None,
        idempotency_key: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Asset:
        """
        Upload an image.

        Stores an image for pins: PNG, JPEG, GIF or WebP, at most 20 MB, in the field `file` of a form. Use the `id` of the answer
        as `asset_id` of a pin or schedule. It uses storage of the plan, not quota. A full storage is 403 `plan_limit`, a plan
        without uploads 403 `feature_unavailable`, and what is no such image 422 `invalid_image`.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `conflict`, `feature_unavailable`, `idempotency_key_reused`,
        `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`, `invalid_image`, `missing_credentials`,
        `not_found`, `payload_too_large`, `plan_limit`, `rate_limited`, `service_unavailable`, `unsupported_media_type`,
        `validation_error`.
        """
        return self._call(
            UPLOAD_IMAGE,
            Arguments(
                form=file_body("file", file, filename),
                idempotency_key=idempotency_key,
                options=options,
            ),
        )

    def upload_video(
        self,
        file: Upload,
        *,
        filename: Optional[str] = None,
        idempotency_key: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Asset:
        """
        Upload a video.

        Stores a video for pins: MP4, MOV or M4V, at most 200 MB, in the field `file` of a form. Use the `id` of the answer as
        `asset_id`; a pin of a video also needs a cover image. It uses storage of the plan. What is no such video is 422
        `invalid_video`.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `conflict`, `feature_unavailable`, `idempotency_key_reused`,
        `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`, `invalid_video`, `missing_credentials`,
        `not_found`, `payload_too_large`, `plan_limit`, `rate_limited`, `service_unavailable`, `unsupported_media_type`,
        `validation_error`.
        """
        return self._call(
            UPLOAD_VIDEO,
            Arguments(
                form=file_body("file", file, filename),
                idempotency_key=idempotency_key,
                options=options,
            ),
        )

    def get_content(self, id: str, *, options: Optional[CallOptions] = None) -> ByteStream:
        """
        Download an uploaded file.

        Downloads an uploaded file as it was sent. Parts of it can be asked for with `Range` (206), and an `ETag` saves what you
        have.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_ASSET_CONTENT, Arguments(parts={"id": id}, options=options))

    def get_public_content(self, id: str, *, signature: str, expires: int, options: Optional[CallOptions] = None) -> ByteStream:
        """
        Download an uploaded file by its signed link.

        Downloads an uploaded file by the signed link in its record, without a credential: this is what the platform fetches. A link
        that has ended or was changed is 404.

        Credential: no credential.

        Refuses with `bad_request`, `internal_error`, `not_found`, `service_unavailable`, `validation_error`.
        """
        return self._call(
            GET_PUBLIC_ASSET,
            Arguments(
                parts={"id": id},
                query={"signature": signature, "expires": expires},
                options=options,
            ),
        )

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        asset_type: Optional[Literal["image", "video"]] = None,
        q: Optional[str] = None,
        in_use: Optional[bool] = None,
        since: Optional[datetime] = None,
        until: Optional[datetime] = None,
        sort: Optional[Literal["created_at_desc", "created_at_asc", "name_asc", "name_desc", "size_desc", "size_asc"]] = None,
        cursor: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> AssetList:
        """
        List uploaded images and videos.

        Lists uploaded files with filters, and tells how much storage is used. `in_use=false` finds what no pin needs. It costs
        nothing.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(
            LIST_ASSETS,
            Arguments(
                query={"limit": limit, "offset": offset, "asset_type": asset_type, "q": q, "in_use": in_use, "since": since, "until": until, "sort": sort, "cursor": cursor},
                options=options,
            ),
        )

    def iterate(
        self,
        *,
        limit: Optional[int] = None,
        asset_type: Optional[Literal["image", "video"]] = None,
        q: Optional[str] = None,
        in_use: Optional[bool] = None,
        since: Optional[datetime] = None,
        until: Optional[datetime] = None,
        sort: Optional[Literal["created_at_desc", "created_at_asc", "name_asc", "name_desc", "size_desc", "size_asc"]] = None,
        options: Optional[CallOptions] = None,
    ) -> Iterator[Asset]:
        """All items of `list`, from page to page; `limit` is the size of a page."""
        return self._iterate(
            LIST_ASSETS,
            LIST_ASSETS_PAGES,
            {},
            {"limit": limit, "asset_type": asset_type, "q": q, "in_use": in_use, "since": since, "until": until, "sort": sort},
            options,
        )

    def get(self, id: str, *, options: Optional[CallOptions] = None) -> Asset:
        """
        Read an uploaded file’s record.

        Reads what is known of an uploaded file: kind, size, measures, its SHA-256, and how many pins refer to it. `public_url` is a
        signed link that ends by itself.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_ASSET, Arguments(parts={"id": id}, options=options))

    def delete(self, id: str, *, confirm: Optional[bool] = None, options: Optional[CallOptions] = None) -> DeletedAsset:
        """
        Delete an uploaded file.

        Deletes an uploaded file and frees its storage. If pins or schedules are waiting for it the answer is 409 `conflict`, unless
        `confirm=true`: then they will fail with `asset_not_found`. What is published stays.

        Credential: session, or key with `destructive`.

        Refuses with `account_not_permitted`, `conflict`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(DELETE_ASSET, Arguments(parts={"id": id}, query={"confirm": confirm}, options=options))


class ImportsResource(ImportsExtension):
    def create_from_json(
        self,
        items: Iterable[ImportRowParams],
        *,
        idempotency_key: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Import:
        """
        Import pins from JSON.

        Takes 1 to 500 pins as one JSON array and answers 202 at once; the rows are worked off in the background, each for itself. A
        row with `run_at` becomes a schedule. Read `GET /v1/pins/imports/{job_id}` or wait for `import.completed`. Each created pin
        uses one unit of quota; a row past the quota fails alone. A file sent again, or only its mended rows, publishes nothing
        twice. Plans without imports: 403 `feature_unavailable`.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `billing_inactive`, `conflict`, `feature_unavailable`,
        `idempotency_key_reused`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `payload_too_large`, `proposal_required`, `rate_limited`, `service_unavailable`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(IMPORT_JSON, Arguments(json=items, idempotency_key=idempotency_key, options=options))

    def create_from_csv(
        self,
        file: TextUpload,
        *,
        filename: Optional[str] = None,
        idempotency_key: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Import:
        """
        Import pins from a CSV file.

        Takes a CSV file of 1 to 500 rows in the field `file` of a form, UTF-8, with field names in its first line, at most 5 MB;
        `GET /v1/pins/imports/template.csv` is one to fill in. It answers 202 at once, and rows are worked off in the background as
        those of `POST /v1/pins/imports/json`, at the same cost.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `billing_inactive`, `conflict`, `feature_unavailable`,
        `idempotency_key_reused`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `payload_too_large`, `proposal_required`, `rate_limited`, `service_unavailable`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(IMPORT_CSV, Arguments(form=text_body("file", file, filename), idempotency_key=idempotency_key, options=options))

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["queued", "processing", "completed", "completed_with_errors", "failed"]] = None,
        source_type: Optional[Literal["json", "csv"]] = None,
        options: Optional[CallOptions] = None,
    ) -> List[Import]:
        """
        List imports.

        Lists the imports of the project, the newest first, without the results of their rows. `X-Total-Count` tells how many there
        are. It costs nothing.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(
            LIST_IMPORTS,
            Arguments(
                query={"limit": limit, "offset": offset, "cursor": cursor, "status": status, "source_type": source_type},
                options=options,
            ),
        )

    def iterate(
        self,
        *,
        limit: Optional[int] = None,
        status: Optional[Literal["queued", "processing", "completed", "completed_with_errors", "failed"]] = None,
        source_type: Optional[Literal["json", "csv"]] = None,
        options: Optional[CallOptions] = None,
    ) -> Iterator[Import]:
        """All items of `list`, from page to page; `limit` is the size of a page."""
        return self._iterate(LIST_IMPORTS, LIST_IMPORTS_PAGES, {}, {"limit": limit, "status": status, "source_type": source_type}, options)

    def get_template(
        self,
        *,
        delimiter: Optional[Literal["comma", "semicolon", "tab"]] = None,
        options: Optional[CallOptions] = None,
    ) -> str:
        """
        Download a CSV file to fill in.

        Downloads a CSV file with a column for each field and a row that shows how to fill it in. `delimiter` chooses comma or
        semicolon, as your spreadsheet has it.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_IMPORT_TEMPLATE, Arguments(query={"delimiter": delimiter}, options=options))

    def get(self, job_id: str, *, options: Optional[CallOptions] = None) -> Import:
        """
        Read an import.

        Reads how far an import has come, and what became of each row: the pin or schedule that it made, or why it failed.
        `completed_with_errors` means that some rows failed; the others are published.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_IMPORT, Arguments(parts={"job_id": job_id}, options=options))

    def get_failed_rows(
        self,
        job_id: str,
        *,
        delimiter: Optional[Literal["comma", "semicolon", "tab"]] = None,
        options: Optional[CallOptions] = None,
    ) -> str:
        """
        Download the rows of an import that failed.

        Downloads the rows that failed as a CSV file with a column `error`. Mend them there and send the file again to `POST
        /v1/pins/imports/csv`: rows that were created are not made twice. Cells that a spreadsheet would run as a formula are
        quoted.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_FAILED_ROWS, Arguments(parts={"job_id": job_id}, query={"delimiter": delimiter}, options=options))

    def cancel(self, job_id: str, *, options: Optional[CallOptions] = None) -> Import:
        """
        Cancel what is left of an import.

        Ends an import whose rows are not all worked off: what is left fails as canceled, what was created stays. It gives no quota
        back, as the rest used none. One that has ended is refused with 409 `conflict`.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `conflict`, `insufficient_scope`, `internal_error`,
        `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`,
        `service_unavailable`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(CANCEL_IMPORT, Arguments(parts={"job_id": job_id}, options=options))


class PinsResource(PinsExtension):
    def retry_many(self, *, ids: Iterable[str], options: Optional[CallOptions] = None) -> BulkResult:
        """
        Retry up to 100 pins.

        Retries up to 100 failed pins. The answer tells for each id whether it succeeded, was skipped (it is not failed any more) or
        failed, and why; one that cannot be retried does not stop the others. It costs no quota, except for pins of schedules.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `proposal_required`, `rate_limited`,
        `service_unavailable`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(RETRY_PINS, Arguments(json=given(ids=ids), options=options))

    def delete_many(self, *, ids: Iterable[str], options: Optional[CallOptions] = None) -> BulkResult:
        """
        Delete up to 100 pins.

        Deletes up to 100 pins of the project, each for itself: the answer tells the outcome for each id. What is published stays on
        the platform. Quota is not given back.

        Credential: session, or key with `destructive`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`, `service_unavailable`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(DELETE_PINS, Arguments(json=given(ids=ids), options=options))

    def create_many(
        self,
        *,
        pins: Iterable[CreatePinParams],
        idempotency_key: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> TakenBatch:
        """
        Queue up to 100 pins.

        Accepts up to 100 pins in one call, each for itself: the answer tells for every item whether it was created, existed already
        or failed, and why. Each created pin uses one unit of quota. An inactive subscription, or less quota than new pins, refuses
        the whole batch (402) and creates nothing. With an `Idempotency-Key` the same batch can be sent again after a lost answer.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `billing_inactive`, `conflict`, `idempotency_key_reused`,
        `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `not_found`,
        `payload_too_large`, `proposal_required`, `quota_exceeded`, `rate_limited`, `service_unavailable`, `unsupported_media_type`,
        `validation_error`.
        """
        return self._call(CREATE_PINS, Arguments(json=given(pins=pins), idempotency_key=idempotency_key, options=options))

    def validate(
        self,
        *,
        account_id: str,
        board_id: str,
        title: str,
        description: Union[str, None, NotGiven] = NOT_GIVEN,
        link_url: Union[str, None, NotGiven] = NOT_GIVEN,
        image_url: Union[str, None, NotGiven] = NOT_GIVEN,
        asset_id: Union[str, None, NotGiven] = NOT_GIVEN,
        alt_text: Union[str, None, NotGiven] = NOT_GIVEN,
        board_section_id: Union[str, None, NotGiven] = NOT_GIVEN,
        dominant_color: Union[str, None, NotGiven] = NOT_GIVEN,
        related_terms: Union[Iterable[str], None, NotGiven] = NOT_GIVEN,
        cover_image_url: Union[str, None, NotGiven] = NOT_GIVEN,
        cover_image_asset_id: Union[str, None, NotGiven] = NOT_GIVEN,
        idempotency_key: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> ValidatedPin:
        """
        Check a pin without queueing it.

        Checks a pin as `POST /v1/pins` would, and creates nothing: fields, account, board, media, quota, rate, and whether its key
        was used. The answer is 200 also when the pin is not valid: read `valid` and the checks, each with its reason and its
        remedy. It costs no quota.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`, `service_unavailable`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            VALIDATE_PIN,
            Arguments(
                json=given(account_id=account_id, board_id=board_id, title=title, description=description, link_url=link_url, image_url=image_url, asset_id=asset_id, alt_text=alt_text, board_section_id=board_section_id, dominant_color=dominant_color, related_terms=related_terms, cover_image_url=cover_image_url, cover_image_asset_id=cover_image_asset_id, idempotency_key=idempotency_key),
                options=options,
            ),
        )

    def create(
        self,
        *,
        account_id: str,
        board_id: str,
        title: str,
        description: Union[str, None, NotGiven] = NOT_GIVEN,
        link_url: Union[str, None, NotGiven] = NOT_GIVEN,
        image_url: Union[str, None, NotGiven] = NOT_GIVEN,
        asset_id: Union[str, None, NotGiven] = NOT_GIVEN,
        alt_text: Union[str, None, NotGiven] = NOT_GIVEN,
        board_section_id: Union[str, None, NotGiven] = NOT_GIVEN,
        dominant_color: Union[str, None, NotGiven] = NOT_GIVEN,
        related_terms: Union[Iterable[str], None, NotGiven] = NOT_GIVEN,
        cover_image_url: Union[str, None, NotGiven] = NOT_GIVEN,
        cover_image_asset_id: Union[str, None, NotGiven] = NOT_GIVEN,
        idempotency_key: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Pin:
        """
        Queue a pin for publishing.

        Accepts one pin and publishes it as soon as the account’s turn comes. The answer is the pin as it is queued: ask `GET
        /v1/pins/{id}` or subscribe to `pin.published` and `pin.failed` for its outcome. It uses one unit of the month’s quota,
        whether it is published or not. Send an `Idempotency-Key`, and a repeat gives the same pin instead of a second one. The
        board, the account and the media are checked first: what cannot be published is refused (409, 422) and costs nothing.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `account_revoked`, `asset_not_found`, `bad_request`, `billing_inactive`,
        `board_access_denied`, `board_deleted`, `board_not_found`, `board_not_owned`, `feature_unavailable`,
        `idempotency_key_reused`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `invalid_image`, `invalid_video`, `missing_credentials`, `not_found`, `payload_too_large`, `proposal_required`,
        `quota_exceeded`, `rate_limited`, `sandbox_board_not_allowed`, `scope_missing`, `service_unavailable`, `token_expired`,
        `token_revoked`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            CREATE_PIN,
            Arguments(
                json=given(account_id=account_id, board_id=board_id, title=title, description=description, link_url=link_url, image_url=image_url, asset_id=asset_id, alt_text=alt_text, board_section_id=board_section_id, dominant_color=dominant_color, related_terms=related_terms, cover_image_url=cover_image_url, cover_image_asset_id=cover_image_asset_id, idempotency_key=idempotency_key),
                options=options,
            ),
        )

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        account_id: Optional[str] = None,
        board_id: Optional[str] = None,
        error_code: Optional[str] = None,
        since: Optional[datetime] = None,
        until: Optional[datetime] = None,
        q: Optional[str] = None,
        ids: Optional[str] = None,
        status: Optional[Literal["queued", "deferred", "publishing", "published", "failed"]] = None,
        removed: Optional[bool] = None,
        published_since: Optional[datetime] = None,
        published_until: Optional[datetime] = None,
        failed_since: Optional[datetime] = None,
        failed_until: Optional[datetime] = None,
        sort: Optional[Literal["created_at_desc", "created_at_asc", "published_at_desc", "published_at_asc", "title_asc", "title_desc", "status_asc", "status_desc"]] = None,
        cursor: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> List[Pin]:
        """
        List pins.

        Lists the pins of the project, the newest first, with filters and a search in their texts. `X-Total-Count` tells how many
        there are, `X-Next-Cursor` leads to the next page. With `removed=true` it lists the deleted ones instead. It costs nothing;
        a key with an allow-list sees the pins of its accounts.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(
            LIST_PINS,
            Arguments(
                query={"limit": limit, "offset": offset, "account_id": account_id, "board_id": board_id, "error_code": error_code, "since": since, "until": until, "q": q, "ids": ids, "status": status, "removed": removed, "published_since": published_since, "published_until": published_until, "failed_since": failed_since, "failed_until": failed_until, "sort": sort, "cursor": cursor},
                options=options,
            ),
        )

    def iterate(
        self,
        *,
        limit: Optional[int] = None,
        account_id: Optional[str] = None,
        board_id: Optional[str] = None,
        error_code: Optional[str] = None,
        since: Optional[datetime] = None,
        until: Optional[datetime] = None,
        q: Optional[str] = None,
        ids: Optional[str] = None,
        status: Optional[Literal["queued", "deferred", "publishing", "published", "failed"]] = None,
        removed: Optional[bool] = None,
        published_since: Optional[datetime] = None,
        published_until: Optional[datetime] = None,
        failed_since: Optional[datetime] = None,
        failed_until: Optional[datetime] = None,
        sort: Optional[Literal["created_at_desc", "created_at_asc", "published_at_desc", "published_at_asc", "title_asc", "title_desc", "status_asc", "status_desc"]] = None,
        options: Optional[CallOptions] = None,
    ) -> Iterator[Pin]:
        """All items of `list`, from page to page; `limit` is the size of a page."""
        return self._iterate(
            LIST_PINS,
            LIST_PINS_PAGES,
            {},
            {"limit": limit, "account_id": account_id, "board_id": board_id, "error_code": error_code, "since": since, "until": until, "q": q, "ids": ids, "status": status, "removed": removed, "published_since": published_since, "published_until": published_until, "failed_since": failed_since, "failed_until": failed_until, "sort": sort},
            options,
        )

    def get(self, id: str, *, as_of: Optional[datetime] = None, options: Optional[CallOptions] = None) -> Pin:
        """
        Read a pin.

        Reads one pin with its status: `queued`, `deferred` (goes on by itself at `next_attempt_at`), `publishing`, `published` or
        `failed` (with `error_code`). It shows every change that was answered before. With `as_of` it shows the pin as it was at
        that moment. A pin that is not there, or is another project’s, is 404.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_PIN, Arguments(parts={"id": id}, query={"as_of": as_of}, options=options))

    def update(
        self,
        id: str,
        *,
        description: Union[str, None, NotGiven] = NOT_GIVEN,
        link_url: Union[str, None, NotGiven] = NOT_GIVEN,
        image_url: Union[str, None, NotGiven] = NOT_GIVEN,
        asset_id: Union[str, None, NotGiven] = NOT_GIVEN,
        alt_text: Union[str, None, NotGiven] = NOT_GIVEN,
        board_section_id: Union[str, None, NotGiven] = NOT_GIVEN,
        dominant_color: Union[str, None, NotGiven] = NOT_GIVEN,
        related_terms: Union[Iterable[str], None, NotGiven] = NOT_GIVEN,
        cover_image_url: Union[str, None, NotGiven] = NOT_GIVEN,
        cover_image_asset_id: Union[str, None, NotGiven] = NOT_GIVEN,
        title: Union[str, None, NotGiven] = NOT_GIVEN,
        board_id: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Pin:
        """
        Edit a pin that was not published.

        Changes a pin that is not on the platform yet; what is not named stays. A waiting pin is published with the new content; a
        failed one stays failed until it is retried. It costs nothing. While an attempt is open the answer is 409 `pin_publishing`:
        ask again a little later. What is published is not changed: 409 `pin_already_published`.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `account_revoked`, `asset_not_found`, `bad_request`, `board_access_denied`,
        `board_deleted`, `board_not_found`, `board_not_owned`, `feature_unavailable`, `insufficient_scope`, `internal_error`,
        `invalid_access_token`, `invalid_api_key`, `invalid_image`, `invalid_video`, `missing_credentials`, `not_found`,
        `payload_too_large`, `pin_already_published`, `pin_publishing`, `proposal_required`, `rate_limited`,
        `sandbox_board_not_allowed`, `scope_missing`, `service_unavailable`, `token_expired`, `token_revoked`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            UPDATE_PIN,
            Arguments(
                parts={"id": id},
                json=given(description=description, link_url=link_url, image_url=image_url, asset_id=asset_id, alt_text=alt_text, board_section_id=board_section_id, dominant_color=dominant_color, related_terms=related_terms, cover_image_url=cover_image_url, cover_image_asset_id=cover_image_asset_id, title=title, board_id=board_id),
                options=options,
            ),
        )

    def delete(
        self,
        id: str,
        *,
        delete_from_platform: Optional[bool] = None,
        options: Optional[CallOptions] = None,
    ) -> Optional[DeletedPin]:
        """
        Delete a pin.

        Deletes a pin, and answers 204; nothing of it goes out afterwards. With `delete_from_platform=true` a published one is
        removed from the platform too, and the answer (200) says whether that worked. Its quota is not given back, except that of a
        waiting pin of a schedule. While an attempt is open: 409 `pin_publishing`.

        Credential: session, or key with `destructive`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `pin_publishing`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(DELETE_PIN, Arguments(parts={"id": id}, query={"delete_from_platform": delete_from_platform}, options=options))

    def timeline(self, id: str, *, options: Optional[CallOptions] = None) -> Timeline:
        """
        Read what happened to a pin.

        Tells what happened to a pin, from the request to the platform’s answer, in the order in which it happened: attempts, waits
        with their reason, and what comes next. It is what to read when a pin did something unexpected. It costs nothing.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_PIN_TIMELINE, Arguments(parts={"id": id}, options=options))

    def retry(
        self,
        id: str,
        *,
        board_id: Union[str, None, NotGiven] = NOT_GIVEN,
        account_id: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Pin:
        """
        Retry a failed pin.

        Queues a failed pin again, with the same content, or on another board or account if the body names one. Correct the reason
        first, with `PATCH /v1/pins/{id}`. It costs no quota, except for a pin of a schedule, whose unit was given back when it
        failed. Only failed pins can be retried: else 409 `pin_not_failed`.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `account_revoked`, `bad_request`, `billing_inactive`, `board_access_denied`,
        `board_deleted`, `board_not_found`, `board_not_owned`, `conflict`, `insufficient_scope`, `internal_error`,
        `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `pin_not_failed`,
        `proposal_required`, `quota_exceeded`, `rate_limited`, `sandbox_board_not_allowed`, `scope_missing`, `service_unavailable`,
        `token_expired`, `token_revoked`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            RETRY_PIN,
            Arguments(
                parts={"id": id},
                json=given(board_id=board_id, account_id=account_id) or NOT_GIVEN,
                options=options,
            ),
        )

    def get_job(self, id: str, *, options: Optional[CallOptions] = None) -> Job:
        """
        Read the outcome of a pin as a job.

        The outcome of a pin in the form of a job, for clients that poll jobs; the id is that of the pin. It says the same as `GET
        /v1/pins/{id}` with fewer fields. It costs nothing.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_JOB, Arguments(parts={"id": id}, options=options))

    def get_rate_meter(self, *, account_id: str, options: Optional[CallOptions] = None) -> RateMeter:
        """
        Read the tokens of an account’s bucket.

        Tells how many calls the platform’s limits allow an account now, how fast that grows, how many pins wait before a new one,
        and when a pin created now would begin. An image takes one token, a video two. It costs nothing, and reserves nothing.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `account_revoked`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_RATE_METER, Arguments(query={"account_id": account_id}, options=options))


class SchedulesResource(SchedulesExtension):
    def cancel_many(self, *, ids: Iterable[str], options: Optional[CallOptions] = None) -> BulkResult:
        """
        Cancel up to 100 schedules.

        Cancels up to 100 schedules, each for itself: the answer tells the outcome for each id. Quota of waiting pins is given back.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`, `service_unavailable`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(CANCEL_SCHEDULES, Arguments(json=given(ids=ids), options=options))

    def retry_many(self, *, ids: Iterable[str], options: Optional[CallOptions] = None) -> BulkResult:
        """
        Retry up to 100 schedules.

        Retries up to 100 failed schedules, each for itself: the answer tells the outcome for each id. Each retried one uses one
        unit of quota.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `proposal_required`, `rate_limited`,
        `service_unavailable`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(RETRY_SCHEDULES, Arguments(json=given(ids=ids), options=options))

    def delete_many(self, *, ids: Iterable[str], options: Optional[CallOptions] = None) -> BulkResult:
        """
        Delete up to 100 schedules.

        Deletes the records of up to 100 schedules that have ended, each for itself: the answer tells the outcome for each id.

        Credential: session, or key with `destructive`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`, `service_unavailable`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(DELETE_SCHEDULES, Arguments(json=given(ids=ids), options=options))

    def forecast(self, *, days: Optional[int] = None, options: Optional[CallOptions] = None) -> Forecast:
        """
        Forecast when schedules will fire.

        Tells for the schedules of the coming days when each is expected to be published, given the rate of the account and the
        quota of the month, and when that quota will be used up. It reserves nothing: what is created meanwhile changes it.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(FORECAST_SCHEDULES, Arguments(query={"days": days}, options=options))

    def get_calendar(
        self,
        *,
        start: Optional[datetime] = None,
        end: Optional[datetime] = None,
        tz: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> ScheduleCalendar:
        """
        Count schedules by days, with what would slip.

        Counts the schedules of each day of a range, in the days of `tz`, by status, with how many would go out on that day and how
        many of it would slip, and why. Ranges of more than 92 days are refused. Only the first 10,000 that have not fired are
        forecast.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_SCHEDULE_CALENDAR, Arguments(query={"start": start, "end": end, "tz": tz}, options=options))

    def validate(
        self,
        *,
        account_id: str,
        board_id: str,
        title: str,
        run_at: datetime,
        description: Union[str, None, NotGiven] = NOT_GIVEN,
        link_url: Union[str, None, NotGiven] = NOT_GIVEN,
        image_url: Union[str, None, NotGiven] = NOT_GIVEN,
        asset_id: Union[str, None, NotGiven] = NOT_GIVEN,
        alt_text: Union[str, None, NotGiven] = NOT_GIVEN,
        board_section_id: Union[str, None, NotGiven] = NOT_GIVEN,
        dominant_color: Union[str, None, NotGiven] = NOT_GIVEN,
        related_terms: Union[Iterable[str], None, NotGiven] = NOT_GIVEN,
        cover_image_url: Union[str, None, NotGiven] = NOT_GIVEN,
        cover_image_asset_id: Union[str, None, NotGiven] = NOT_GIVEN,
        idempotency_key: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> ValidatedSchedule:
        """
        Check a schedule without creating it.

        Checks a schedule as `POST /v1/schedules` would, and creates nothing. The answer is 200 also when it is not valid: read
        `valid` and the checks. It costs no quota.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`, `service_unavailable`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            VALIDATE_SCHEDULE,
            Arguments(
                json=given(account_id=account_id, board_id=board_id, title=title, description=description, link_url=link_url, image_url=image_url, asset_id=asset_id, alt_text=alt_text, board_section_id=board_section_id, dominant_color=dominant_color, related_terms=related_terms, cover_image_url=cover_image_url, cover_image_asset_id=cover_image_asset_id, idempotency_key=idempotency_key, run_at=run_at),
                options=options,
            ),
        )

    def create(
        self,
        *,
        account_id: str,
        board_id: str,
        title: str,
        run_at: datetime,
        description: Union[str, None, NotGiven] = NOT_GIVEN,
        link_url: Union[str, None, NotGiven] = NOT_GIVEN,
        image_url: Union[str, None, NotGiven] = NOT_GIVEN,
        asset_id: Union[str, None, NotGiven] = NOT_GIVEN,
        alt_text: Union[str, None, NotGiven] = NOT_GIVEN,
        board_section_id: Union[str, None, NotGiven] = NOT_GIVEN,
        dominant_color: Union[str, None, NotGiven] = NOT_GIVEN,
        related_terms: Union[Iterable[str], None, NotGiven] = NOT_GIVEN,
        cover_image_url: Union[str, None, NotGiven] = NOT_GIVEN,
        cover_image_asset_id: Union[str, None, NotGiven] = NOT_GIVEN,
        idempotency_key: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> CreatedSchedule:
        """
        Schedule a pin.

        Plans a pin for a moment in the future. At `run_at` the schedule fires: it becomes a pin and uses one unit of quota then,
        not now; the unit is given back if that pin fails. It never fires early; after an outage it fires late, and once. Account,
        board, media and quota are checked now, and again when it fires. Send an `Idempotency-Key`, and a repeat gives the same
        schedule.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `account_revoked`, `asset_not_found`, `bad_request`, `billing_inactive`,
        `board_access_denied`, `board_deleted`, `board_not_found`, `board_not_owned`, `feature_unavailable`,
        `idempotency_key_reused`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `invalid_image`, `invalid_video`, `missing_credentials`, `not_found`, `payload_too_large`, `proposal_required`,
        `quota_exceeded`, `rate_limited`, `sandbox_board_not_allowed`, `scope_missing`, `service_unavailable`, `token_expired`,
        `token_revoked`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            CREATE_SCHEDULE,
            Arguments(
                json=given(account_id=account_id, board_id=board_id, title=title, description=description, link_url=link_url, image_url=image_url, asset_id=asset_id, alt_text=alt_text, board_section_id=board_section_id, dominant_color=dominant_color, related_terms=related_terms, cover_image_url=cover_image_url, cover_image_asset_id=cover_image_asset_id, idempotency_key=idempotency_key, run_at=run_at),
                options=options,
            ),
        )

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        account_id: Optional[str] = None,
        board_id: Optional[str] = None,
        error_code: Optional[str] = None,
        since: Optional[datetime] = None,
        until: Optional[datetime] = None,
        q: Optional[str] = None,
        status: Optional[Literal["scheduled", "queued", "deferred", "running", "done", "failed", "canceled"]] = None,
        sort: Optional[Literal["run_at_desc", "run_at_asc", "created_at_desc", "created_at_asc", "title_asc", "title_desc", "status_asc", "status_desc"]] = None,
        cursor: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> List[Schedule]:
        """
        List schedules.

        Lists the schedules of the project by `run_at`, the latest first, with filters. `X-Total-Count` tells how many there are,
        `X-Next-Cursor` leads to the next page. It costs nothing.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(
            LIST_SCHEDULES,
            Arguments(
                query={"limit": limit, "offset": offset, "account_id": account_id, "board_id": board_id, "error_code": error_code, "since": since, "until": until, "q": q, "status": status, "sort": sort, "cursor": cursor},
                options=options,
            ),
        )

    def iterate(
        self,
        *,
        limit: Optional[int] = None,
        account_id: Optional[str] = None,
        board_id: Optional[str] = None,
        error_code: Optional[str] = None,
        since: Optional[datetime] = None,
        until: Optional[datetime] = None,
        q: Optional[str] = None,
        status: Optional[Literal["scheduled", "queued", "deferred", "running", "done", "failed", "canceled"]] = None,
        sort: Optional[Literal["run_at_desc", "run_at_asc", "created_at_desc", "created_at_asc", "title_asc", "title_desc", "status_asc", "status_desc"]] = None,
        options: Optional[CallOptions] = None,
    ) -> Iterator[Schedule]:
        """All items of `list`, from page to page; `limit` is the size of a page."""
        return self._iterate(
            LIST_SCHEDULES,
            LIST_SCHEDULES_PAGES,
            {},
            {"limit": limit, "account_id": account_id, "board_id": board_id, "error_code": error_code, "since": since, "until": until, "q": q, "status": status, "sort": sort},
            options,
        )

    def get(self, schedule_id: str, *, as_of: Optional[datetime] = None, options: Optional[CallOptions] = None) -> Schedule:
        """
        Read a schedule.

        Reads one schedule: `scheduled` until its time, then the state of its pin, whose id is `pin_id`. With `as_of` it shows the
        schedule as it was at that moment.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_SCHEDULE, Arguments(parts={"schedule_id": schedule_id}, query={"as_of": as_of}, options=options))

    def update(
        self,
        schedule_id: str,
        *,
        description: Union[str, None, NotGiven] = NOT_GIVEN,
        link_url: Union[str, None, NotGiven] = NOT_GIVEN,
        image_url: Union[str, None, NotGiven] = NOT_GIVEN,
        asset_id: Union[str, None, NotGiven] = NOT_GIVEN,
        alt_text: Union[str, None, NotGiven] = NOT_GIVEN,
        board_section_id: Union[str, None, NotGiven] = NOT_GIVEN,
        dominant_color: Union[str, None, NotGiven] = NOT_GIVEN,
        related_terms: Union[Iterable[str], None, NotGiven] = NOT_GIVEN,
        cover_image_url: Union[str, None, NotGiven] = NOT_GIVEN,
        cover_image_asset_id: Union[str, None, NotGiven] = NOT_GIVEN,
        title: Union[str, None, NotGiven] = NOT_GIVEN,
        board_id: Union[str, None, NotGiven] = NOT_GIVEN,
        run_at: Union[datetime, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Schedule:
        """
        Edit a schedule that has not fired.

        Changes the time or the pin of a schedule that has not fired; what is not named stays. It costs nothing. Afterwards the
        answer is 409 `schedule_not_editable`: change its pin instead.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `account_revoked`, `asset_not_found`, `bad_request`, `board_access_denied`,
        `board_deleted`, `board_not_found`, `board_not_owned`, `feature_unavailable`, `insufficient_scope`, `internal_error`,
        `invalid_access_token`, `invalid_api_key`, `invalid_image`, `invalid_video`, `missing_credentials`, `not_found`,
        `payload_too_large`, `proposal_required`, `rate_limited`, `sandbox_board_not_allowed`, `schedule_not_editable`,
        `scope_missing`, `service_unavailable`, `token_expired`, `token_revoked`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            UPDATE_SCHEDULE,
            Arguments(
                parts={"schedule_id": schedule_id},
                json=given(description=description, link_url=link_url, image_url=image_url, asset_id=asset_id, alt_text=alt_text, board_section_id=board_section_id, dominant_color=dominant_color, related_terms=related_terms, cover_image_url=cover_image_url, cover_image_asset_id=cover_image_asset_id, title=title, board_id=board_id, run_at=run_at),
                options=options,
            ),
        )

    def delete(self, schedule_id: str, *, options: Optional[CallOptions] = None) -> None:
        """
        Delete a schedule that has ended.

        Deletes the record of a schedule that has ended; its pin stays. One that is still to come is refused with 400 `bad_request`:
        cancel it first.

        Credential: session, or key with `destructive`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        self._call(DELETE_SCHEDULE, Arguments(parts={"schedule_id": schedule_id}, options=options))

    def cancel(self, schedule_id: str, *, options: Optional[CallOptions] = None) -> Schedule:
        """
        Cancel a schedule.

        Cancels a schedule that is waiting for its time or whose pin is still waiting. That pin is deleted, and its quota given
        back. In any other state: 400 `bad_request`; while its pin is published: 409 `pin_publishing`.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `pin_publishing`, `rate_limited`,
        `service_unavailable`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(CANCEL_SCHEDULE, Arguments(parts={"schedule_id": schedule_id}, options=options))

    def retry(self, schedule_id: str, *, options: Optional[CallOptions] = None) -> Schedule:
        """
        Retry a failed schedule.

        Queues the pin of a failed schedule again, or fires a schedule that could not queue its pin. It uses one unit of quota,
        since that of the failed pin was given back. Only a failed schedule can be retried: else 400 `bad_request`.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `account_revoked`, `bad_request`, `billing_inactive`, `board_access_denied`,
        `board_deleted`, `board_not_found`, `board_not_owned`, `conflict`, `insufficient_scope`, `internal_error`,
        `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `proposal_required`,
        `quota_exceeded`, `rate_limited`, `sandbox_board_not_allowed`, `scope_missing`, `service_unavailable`, `token_expired`,
        `token_revoked`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(RETRY_SCHEDULE, Arguments(parts={"schedule_id": schedule_id}, options=options))


class ProposalsResource(Resource):
    def create(
        self,
        *,
        items: Iterable[ProposedItemParams],
        idempotency_key: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Proposal:
        """
        Ask a person to agree to pins and changes.

        Asks the person of the project to agree to 1 to 100 pins, schedules, changes of what waits, or retries of failed pins.
        Nothing is published and no quota is used before; the answer has the page on which the person looks at each item, edits,
        approves or declines it. It waits for 7 days, and ends earlier with the key or grant that made it. The same items again are
        the same proposal. 1,000 items of one key may wait: then 409 `proposals_full`.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `idempotency_key_reused`, `insufficient_scope`, `internal_error`,
        `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `pin_not_failed`,
        `proposals_full`, `rate_limited`, `service_unavailable`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(CREATE_PROPOSAL, Arguments(json=given(items=items, idempotency_key=idempotency_key), options=options))

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["open", "decided", "expired", "ended"]] = None,
        options: Optional[CallOptions] = None,
    ) -> List[Proposal]:
        """
        List what waits for a person, and what was decided.

        Lists the proposals of the project, the newest first, without their items. A key that is limited to some accounts sees those
        that concern no others, and its own. It costs nothing.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(
            LIST_PROPOSALS,
            Arguments(
                query={"limit": limit, "offset": offset, "cursor": cursor, "status": status},
                options=options,
            ),
        )

    def iterate(
        self,
        *,
        limit: Optional[int] = None,
        status: Optional[Literal["open", "decided", "expired", "ended"]] = None,
        options: Optional[CallOptions] = None,
    ) -> Iterator[Proposal]:
        """All items of `list`, from page to page; `limit` is the size of a page."""
        return self._iterate(LIST_PROPOSALS, LIST_PROPOSALS_PAGES, {}, {"limit": limit, "status": status}, options)

    def get(self, id: str, *, options: Optional[CallOptions] = None) -> Proposal:
        """
        Read a proposal with the checks of what waits.

        Reads a proposal: each item with what became of it, and of what is open the checks that a creation would meet, with the
        forecast of a schedule, also of one that would be moved; units of the quota are counted over all that is open. `decided`
        means that nothing is open. It takes no units.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_PROPOSAL, Arguments(parts={"id": id}, options=options))

    def approve(
        self,
        id: str,
        *,
        items: Union[Iterable[ItemChoiceParams], None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Proposal:
        """
        Agree to items of a proposal.

        Agrees to items, edited by `changes` where given, and does them at once with what the person may do now; without `items` to
        all that is open. Only for sessions: 403 `session_required` for keys and programs. A repeat makes nothing twice; what a stop
        leaves `approving` the service does within a minute. An item that was agreed to with another content is 409 `conflict`. An
        item that is refused is `failed`, with the reason, and may be approved again. Each pin made uses one unit of quota. Once the
        proposal has expired, or its key has ended or may not do any more what it asks for: 409 `proposal_closed`.

        Credential: session.

        Refuses with `bad_request`, `conflict`, `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`,
        `not_found`, `payload_too_large`, `proposal_closed`, `rate_limited`, `service_unavailable`, `session_required`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(APPROVE_PROPOSAL, Arguments(parts={"id": id}, json=given(items=items) or NOT_GIVEN, options=options))

    def decline(
        self,
        id: str,
        *,
        items: Union[Iterable[DeclinedItemParams], None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Proposal:
        """
        Decline items of a proposal.

        Declines items, without `items` all that is open: they will not be done. Only for sessions. An item that was approved is
        refused with 409 `conflict`. It costs nothing.

        Credential: session.

        Refuses with `bad_request`, `conflict`, `internal_error`, `invalid_access_token`, `invalid_api_key`, `missing_credentials`,
        `not_found`, `payload_too_large`, `rate_limited`, `service_unavailable`, `session_required`, `unsupported_media_type`,
        `validation_error`.
        """
        return self._call(DECLINE_PROPOSAL, Arguments(parts={"id": id}, json=given(items=items) or NOT_GIVEN, options=options))


class BillingResource(Resource):
    def get_status(self, *, as_of: Optional[datetime] = None, options: Optional[CallOptions] = None) -> BillingStatus:
        """
        Read plan, features and quota.

        Reads the plan, what it includes, and how much of the quota, the accounts and the storage is used. Quota counts by calendar
        month in UTC and begins again at `quota_reset_at`. With `as_of` it shows the state of that moment.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_BILLING_STATUS, Arguments(query={"as_of": as_of}, options=options))

    def list_quota_ledger(
        self,
        *,
        month: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> LedgerPage:
        """
        List what used or gave back quota.

        Lists what used a unit of the month’s quota and what gave one back, the newest first, with the balance after each. It adds
        up to what `GET /v1/billing/status` says.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(LIST_QUOTA_LEDGER, Arguments(query={"month": month, "limit": limit, "cursor": cursor}, options=options))

    def iterate_quota_ledger(
        self,
        *,
        month: Optional[str] = None,
        limit: Optional[int] = None,
        options: Optional[CallOptions] = None,
    ) -> Iterator[LedgerEntry]:
        """All items of `list_quota_ledger`, from page to page; `limit` is the size of a page."""
        return self._iterate(LIST_QUOTA_LEDGER, LIST_QUOTA_LEDGER_PAGES, {}, {"month": month, "limit": limit}, options)

    def start_checkout(
        self,
        *,
        plan: Literal["starter", "growth", "pro"],
        billing_cycle: Literal["monthly", "annual"],
        options: Optional[CallOptions] = None,
    ) -> BillingSession:
        """
        Get the page where a plan is bought.

        Gives the address of the page on which a plan is bought; nothing is paid before that. Open it in a browser. The plan changes
        once the payment provider reports the payment, and `GET /v1/billing/status` shows it. Only production buys: 403
        `sandbox_not_supported`.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`, `recent_login_required`,
        `sandbox_not_supported`, `service_unavailable`, `session_required`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(START_CHECKOUT, Arguments(json=given(plan=plan, billing_cycle=billing_cycle), options=options))

    def open_portal(self, *, options: Optional[CallOptions] = None) -> BillingSession:
        """
        Get the page where the subscription is managed.

        Gives the address of the page on which the subscription is changed, paid or ended, and invoices are read. Open it in a
        browser; it is good for a short time.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`, `recent_login_required`,
        `sandbox_not_supported`, `service_unavailable`, `session_required`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(OPEN_BILLING_PORTAL, Arguments(options=options))

    def get_pricing(self, *, options: Optional[CallOptions] = None) -> Pricing:
        """
        Read plans and prices.

        Reads the plans with prices, quota and features. Anybody may ask, without a credential.

        Credential: no credential.

        Refuses with `internal_error`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_PRICING, Arguments(options=options))


class DashboardResource(Resource):
    def get_summary(
        self,
        *,
        start: Optional[datetime] = None,
        end: Optional[datetime] = None,
        tz: Optional[str] = None,
        account_id: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> DashboardSummary:
        """
        Summarize a range of time.

        Sums up a range of time beside the one before: pins by status, success rate, a series by hours or days, accounts, the queue
        now. Days are those of `tz`. Ranges of more than 366 days are refused.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(
            GET_DASHBOARD_SUMMARY,
            Arguments(
                query={"start": start, "end": end, "tz": tz, "account_id": account_id},
                options=options,
            ),
        )


class ActivityResource(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        category: Optional[Literal["security", "publishing", "billing", "configuration", "integration"]] = None,
        action: Optional[str] = None,
        resource_type: Optional[str] = None,
        resource_id: Optional[str] = None,
        actor: Optional[str] = None,
        status: Optional[Literal["success", "failed", "queued", "canceled"]] = None,
        since: Optional[datetime] = None,
        until: Optional[datetime] = None,
        options: Optional[CallOptions] = None,
    ) -> ActivityLogPage:
        """
        List what happened in the project and its organization.

        Lists what happened in the project and its organization in words: sign-ins, publishing, changes, payments, with who did it.
        It goes back as far as the plan keeps it. It costs nothing.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(
            LIST_ACTIVITY,
            Arguments(
                query={"limit": limit, "cursor": cursor, "category": category, "action": action, "resource_type": resource_type, "resource_id": resource_id, "actor": actor, "status": status, "since": since, "until": until},
                options=options,
            ),
        )

    def iterate(
        self,
        *,
        limit: Optional[int] = None,
        category: Optional[Literal["security", "publishing", "billing", "configuration", "integration"]] = None,
        action: Optional[str] = None,
        resource_type: Optional[str] = None,
        resource_id: Optional[str] = None,
        actor: Optional[str] = None,
        status: Optional[Literal["success", "failed", "queued", "canceled"]] = None,
        since: Optional[datetime] = None,
        until: Optional[datetime] = None,
        options: Optional[CallOptions] = None,
    ) -> Iterator[ActivityLogEntry]:
        """All items of `list`, from page to page; `limit` is the size of a page."""
        return self._iterate(
            LIST_ACTIVITY,
            LIST_ACTIVITY_PAGES,
            {},
            {"limit": limit, "category": category, "action": action, "resource_type": resource_type, "resource_id": resource_id, "actor": actor, "status": status, "since": since, "until": until},
            options,
        )


class ChangesResource(Resource):
    def stream(
        self,
        *,
        last_event_id: Optional[str] = None,
        max_seconds: Optional[int] = None,
        options: Optional[CallOptions] = None,
    ) -> ByteStream:
        """
        Be told what changes, while it does.

        Tells as server-sent events which pins, schedules, imports, accounts, webhooks and the rest of the project have changed,
        within a second: with their ids, without contents. A key that is limited to some accounts is told of those. What an event
        tells of, a read that is sent after it shows. Open the stream first, then read; after `reset` read again. A stream ends at
        once with its session or key; 10 of a session or key and 100 of an organization are open at a time: else 429. Each browser
        needs one only.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(STREAM_CHANGES, Arguments(query={"last_event_id": last_event_id, "max_seconds": max_seconds}, options=options))


class RequestsResource(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_id: Optional[str] = None,
        status: Optional[str] = None,
        route: Optional[str] = None,
        key_id: Optional[str] = None,
        since: Optional[datetime] = None,
        until: Optional[datetime] = None,
        options: Optional[CallOptions] = None,
    ) -> RequestPage:
        """
        List requests of the last 7 days.

        Lists the calls that programs and people made in the last 7 days, the newest first: route, status, error code and
        milliseconds, without bodies. A session sees all of the project, a key its own. It costs nothing.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(
            LIST_REQUESTS,
            Arguments(
                query={"limit": limit, "cursor": cursor, "request_id": request_id, "status": status, "route": route, "key_id": key_id, "since": since, "until": until},
                options=options,
            ),
        )

    def iterate(
        self,
        *,
        limit: Optional[int] = None,
        request_id: Optional[str] = None,
        status: Optional[str] = None,
        route: Optional[str] = None,
        key_id: Optional[str] = None,
        since: Optional[datetime] = None,
        until: Optional[datetime] = None,
        options: Optional[CallOptions] = None,
    ) -> Iterator[LoggedRequest]:
        """All items of `list`, from page to page; `limit` is the size of a page."""
        return self._iterate(
            LIST_REQUESTS,
            LIST_REQUESTS_PAGES,
            {},
            {"limit": limit, "request_id": request_id, "status": status, "route": route, "key_id": key_id, "since": since, "until": until},
            options,
        )

    def get(self, request_id: str, *, options: Optional[CallOptions] = None) -> LoggedRequest:
        """
        Look up a request by its id.

        Looks up one call by its `X-Request-ID`, which is the `request_id` of an error. What is older than 7 days, or is another’s,
        is 404.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_REQUEST, Arguments(parts={"request_id": request_id}, options=options))


class AuditResource(AuditExtension):
    def list_events(
        self,
        *,
        scope: Optional[Literal["project", "organization"]] = None,
        cursor: Optional[int] = None,
        limit: Optional[int] = None,
        options: Optional[CallOptions] = None,
    ) -> HistoryPage:
        """
        List the facts of the history.

        Lists the facts of the history in their order, each with the hash under which it is signed: for auditors.
        `scope=organization` lists those that belong to no project. Ask again with `next_cursor` to follow it. Only people and keys
        without an allow-list may.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `session_required`, `validation_error`.
        """
        return self._call(LIST_AUDIT_EVENTS, Arguments(query={"scope": scope, "cursor": cursor, "limit": limit}, options=options))

    def iterate_events(
        self,
        *,
        scope: Optional[Literal["project", "organization"]] = None,
        limit: Optional[int] = None,
        options: Optional[CallOptions] = None,
    ) -> Iterator[HistoryItem]:
        """All items of `list_events`, from page to page; `limit` is the size of a page."""
        return self._iterate(LIST_AUDIT_EVENTS, LIST_AUDIT_EVENTS_PAGES, {}, {"scope": scope, "limit": limit}, options)

    def export(
        self,
        *,
        scope: Optional[Literal["project", "organization"]] = None,
        cursor: Optional[int] = None,
        options: Optional[CallOptions] = None,
    ) -> LineStream[HistoryItem]:
        """
        Download the whole history.

        Downloads the history as NDJSON, a fact on each line; after a break continue with `cursor`. Two exports of an organization
        run at a time: else 429 with `Retry-After`.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `session_required`, `validation_error`.
        """
        return LineStream(self._call(
            EXPORT_AUDIT_EVENTS,
            Arguments(
                query={"scope": scope, "cursor": cursor},
                options=options,
            ),
        ), HistoryItem)

    def list_checkpoints(
        self,
        *,
        scope: Optional[Literal["project", "organization"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[int] = None,
        options: Optional[CallOptions] = None,
    ) -> CheckpointPage:
        """
        List what was signed of the history.

        Lists what was signed of the history: its size and root hash, within a minute of each fact. Store them elsewhere: they prove
        later that nothing was changed.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `session_required`, `validation_error`.
        """
        return self._call(LIST_AUDIT_CHECKPOINTS, Arguments(query={"scope": scope, "limit": limit, "cursor": cursor}, options=options))

    def iterate_checkpoints(
        self,
        *,
        scope: Optional[Literal["project", "organization"]] = None,
        limit: Optional[int] = None,
        options: Optional[CallOptions] = None,
    ) -> Iterator[Checkpoint]:
        """All items of `list_checkpoints`, from page to page; `limit` is the size of a page."""
        return self._iterate(LIST_AUDIT_CHECKPOINTS, LIST_AUDIT_CHECKPOINTS_PAGES, {}, {"scope": scope, "limit": limit}, options)

    def list_keys(self, *, options: Optional[CallOptions] = None) -> VerifyingKeys:
        """
        List the keys that sign the history.

        Lists the keys that sign checkpoints. Anybody who verifies a history needs them.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(LIST_AUDIT_KEYS, Arguments(options=options))

    def prove_event(
        self,
        *,
        event_id: str,
        scope: Optional[Literal["project", "organization"]] = None,
        size: Optional[int] = None,
        options: Optional[CallOptions] = None,
    ) -> InclusionProof:
        """
        Prove that a fact is in the history.

        Proves that a fact is in the history of a given size: the path from its hash to the signed root (RFC 9162).
        `docs/verify-history.mjs` checks it.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `session_required`, `validation_error`.
        """
        return self._call(PROVE_AUDIT_EVENT, Arguments(query={"scope": scope, "event_id": event_id, "size": size}, options=options))

    def prove_consistency(
        self,
        *,
        first: int,
        second: int,
        scope: Optional[Literal["project", "organization"]] = None,
        options: Optional[CallOptions] = None,
    ) -> ConsistencyProof:
        """
        Prove that the history only grew.

        Proves that the history of one size begins with all of that of a smaller one: nothing was changed or taken out in between.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `session_required`, `validation_error`.
        """
        return self._call(PROVE_AUDIT_CONSISTENCY, Arguments(query={"scope": scope, "first": first, "second": second}, options=options))


class WebhooksResource(WebhooksExtension):
    def create(
        self,
        *,
        url: str,
        secret: Union[str, None, NotGiven] = NOT_GIVEN,
        events: Union[Iterable[Literal["pin.queued", "pin.deferred", "pin.publishing", "pin.published", "pin.failed", "schedule.fired", "schedule.failed", "schedule.canceled", "import.completed", "account.reconnect_required", "quota.threshold_reached", "webhook.disabled", "pin.*", "schedule.*", "import.*", "account.*", "quota.*", "webhook.*", "*"]], None, NotGiven] = NOT_GIVEN,
        platform_account_ids: Union[Iterable[str], None, NotGiven] = NOT_GIVEN,
        has_key_pair: Union[bool, None, NotGiven] = NOT_GIVEN,
        headers: Union[Mapping[str, str], None, NotGiven] = NOT_GIVEN,
        is_enabled: Union[bool, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> CreatedWebhook:
        """
        Create a webhook.

        Subscribes a URL to events. The answer has the `secret` with which every message is signed: it is shown this once.
        `has_key_pair` adds a signature that anybody can check with `public_key`. From now on each event is sent at least once, and
        again for up to two days if it is not taken. It uses a place of the plan: at the limit 403 `plan_limit`. URLs must be https
        and public.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `plan_limit`, `rate_limited`,
        `service_unavailable`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            CREATE_WEBHOOK,
            Arguments(
                json=given(secret=secret, events=events, platform_account_ids=platform_account_ids, has_key_pair=has_key_pair, headers=headers, is_enabled=is_enabled, url=url),
                options=options,
            ),
        )

    def list(self, *, options: Optional[CallOptions] = None) -> List[Webhook]:
        """
        List webhooks.

        Lists the webhooks of the project, without their secrets. It costs nothing.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(LIST_WEBHOOKS, Arguments(options=options))

    def list_events(self, *, options: Optional[CallOptions] = None) -> List[WebhookEvent]:
        """
        List the events that a webhook can subscribe to.

        Lists every event with its meaning, the JSON Schema of its body and an example. `*` subscribes to all of them, `pin.*` to
        those of pins, including those that come later.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(LIST_WEBHOOK_EVENTS, Arguments(options=options))

    def get(self, webhook_id: str, *, options: Optional[CallOptions] = None) -> Webhook:
        """
        Read a webhook.

        Reads a webhook: what it is sent, whether it is on, and why not. `failing_since` says since when nothing was taken.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_WEBHOOK, Arguments(parts={"webhook_id": webhook_id}, options=options))

    def update(
        self,
        webhook_id: str,
        *,
        secret: Union[str, None, NotGiven] = NOT_GIVEN,
        events: Union[Iterable[Literal["pin.queued", "pin.deferred", "pin.publishing", "pin.published", "pin.failed", "schedule.fired", "schedule.failed", "schedule.canceled", "import.completed", "account.reconnect_required", "quota.threshold_reached", "webhook.disabled", "pin.*", "schedule.*", "import.*", "account.*", "quota.*", "webhook.*", "*"]], None, NotGiven] = NOT_GIVEN,
        platform_account_ids: Union[Iterable[str], None, NotGiven] = NOT_GIVEN,
        has_key_pair: Union[bool, None, NotGiven] = NOT_GIVEN,
        headers: Union[Mapping[str, str], None, NotGiven] = NOT_GIVEN,
        is_enabled: Union[bool, None, NotGiven] = NOT_GIVEN,
        url: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Webhook:
        """
        Change a webhook.

        Changes URL, events, accounts, secret or headers of a webhook, or turns it on or off; what is not named stays. After a new
        secret, messages carry signatures of both for 24 hours. While it is off, its events are held and sent when it is on again.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`, `service_unavailable`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            UPDATE_WEBHOOK,
            Arguments(
                parts={"webhook_id": webhook_id},
                json=given(secret=secret, events=events, platform_account_ids=platform_account_ids, has_key_pair=has_key_pair, headers=headers, is_enabled=is_enabled, url=url),
                options=options,
            ),
        )

    def delete(self, webhook_id: str, *, options: Optional[CallOptions] = None) -> None:
        """
        Delete a webhook.

        Ends a webhook with its deliveries: nothing more is sent. It frees a place of the plan.

        Credential: session, or key with `destructive`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        self._call(DELETE_WEBHOOK, Arguments(parts={"webhook_id": webhook_id}, options=options))

    def list_deliveries(
        self,
        webhook_id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["pending", "delivered", "exhausted", "held"]] = None,
        event: Optional[Literal["pin.queued", "pin.deferred", "pin.publishing", "pin.published", "pin.failed", "schedule.fired", "schedule.failed", "schedule.canceled", "import.completed", "account.reconnect_required", "quota.threshold_reached", "webhook.disabled", "webhook.test"]] = None,
        pin_id: Optional[str] = None,
        since: Optional[datetime] = None,
        until: Optional[datetime] = None,
        options: Optional[CallOptions] = None,
    ) -> DeliveryPage:
        """
        List deliveries of a webhook.

        Lists what was sent to a webhook, the newest first, with its state and the last answer: all of it, or by state, event, pin
        and time. It goes back 90 days.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(
            LIST_DELIVERIES,
            Arguments(
                parts={"webhook_id": webhook_id},
                query={"limit": limit, "cursor": cursor, "status": status, "event": event, "pin_id": pin_id, "since": since, "until": until},
                options=options,
            ),
        )

    def iterate_deliveries(
        self,
        webhook_id: str,
        *,
        limit: Optional[int] = None,
        status: Optional[Literal["pending", "delivered", "exhausted", "held"]] = None,
        event: Optional[Literal["pin.queued", "pin.deferred", "pin.publishing", "pin.published", "pin.failed", "schedule.fired", "schedule.failed", "schedule.canceled", "import.completed", "account.reconnect_required", "quota.threshold_reached", "webhook.disabled", "webhook.test"]] = None,
        pin_id: Optional[str] = None,
        since: Optional[datetime] = None,
        until: Optional[datetime] = None,
        options: Optional[CallOptions] = None,
    ) -> Iterator[Delivery]:
        """All items of `list_deliveries`, from page to page; `limit` is the size of a page."""
        return self._iterate(
            LIST_DELIVERIES,
            LIST_DELIVERIES_PAGES,
            {"webhook_id": webhook_id},
            {"limit": limit, "status": status, "event": event, "pin_id": pin_id, "since": since, "until": until},
            options,
        )

    def get_delivery(self, webhook_id: str, delivery_id: str, *, options: Optional[CallOptions] = None) -> DeliveryDetail:
        """
        Read a delivery with its attempts.

        Reads a delivery with its body, every attempt with its answer, and an explanation in words of what comes next. `curl` sends
        the body by hand.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_DELIVERY, Arguments(parts={"webhook_id": webhook_id, "delivery_id": delivery_id}, options=options))

    def redeliver(self, webhook_id: str, delivery_id: str, *, options: Optional[CallOptions] = None) -> DeliveryDetail:
        """
        Send a delivery again.

        Sends a delivery again at once, with the same id and sequence, also after it was given up. It answers 202; the delivery
        tells the outcome.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`, `service_unavailable`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(REDELIVER, Arguments(parts={"webhook_id": webhook_id, "delivery_id": delivery_id}, options=options))

    def test(self, webhook_id: str, *, options: Optional[CallOptions] = None) -> SentTest:
        """
        Send a test event.

        Sends `webhook.test` to the URL, also while the webhook is off, and answers 202 with the delivery’s id. Read `GET
        /v1/webhooks/{webhook_id}/deliveries/{delivery_id}` for what came back.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`, `service_unavailable`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(TEST_WEBHOOK, Arguments(parts={"webhook_id": webhook_id}, options=options))

    def replay(
        self,
        webhook_id: str,
        *,
        since: datetime,
        until: Union[datetime, None, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Replayed:
        """
        Send past events again.

        Sends every event of a period again, in order, beside what is new: for a receiver that lost something. It goes back 90 days.
        One replay of a webhook runs at a time: else 409 `conflict`.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `conflict`, `insufficient_scope`, `internal_error`,
        `invalid_access_token`, `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`,
        `service_unavailable`, `unsupported_media_type`, `validation_error`.
        """
        return self._call(
            REPLAY_WEBHOOK,
            Arguments(
                parts={"webhook_id": webhook_id},
                json=given(since=since, until=until),
                options=options,
            ),
        )

    def get_replay(self, webhook_id: str, replay_id: str, *, options: Optional[CallOptions] = None) -> ReplayProgress:
        """
        Read how far a replay has come.

        Reads how far a replay has come.

        Credential: session, or key with `read`.

        Refuses with `account_not_permitted`, `insufficient_scope`, `internal_error`, `invalid_access_token`, `invalid_api_key`,
        `missing_credentials`, `not_found`, `rate_limited`, `service_unavailable`, `validation_error`.
        """
        return self._call(GET_REPLAY, Arguments(parts={"webhook_id": webhook_id, "replay_id": replay_id}, options=options))

    def cancel_replay(self, webhook_id: str, replay_id: str, *, options: Optional[CallOptions] = None) -> ReplayProgress:
        """
        Cancel a replay.

        Ends a replay; what it has queued already is still sent. One that has ended is answered as it is.

        Credential: session, or key with `write`.

        Refuses with `account_not_permitted`, `bad_request`, `insufficient_scope`, `internal_error`, `invalid_access_token`,
        `invalid_api_key`, `missing_credentials`, `not_found`, `payload_too_large`, `rate_limited`, `service_unavailable`,
        `unsupported_media_type`, `validation_error`.
        """
        return self._call(CANCEL_REPLAY, Arguments(parts={"webhook_id": webhook_id, "replay_id": replay_id}, options=options))


class Resources:
    """All resources."""

    def __init__(self, call: Call) -> None:
        self.service = ServiceResource(call)
        self.auth = AuthResource(call)
        self.second_factor = SecondFactorResource(call)
        self.profile = ProfileResource(call)
        self.email_preferences = EmailPreferencesResource(call)
        self.projects = ProjectsResource(call)
        self.api_keys = ApiKeysResource(call)
        self.accounts = AccountsResource(call)
        self.boards = BoardsResource(call)
        self.assets = AssetsResource(call)
        self.imports = ImportsResource(call)
        self.pins = PinsResource(call)
        self.schedules = SchedulesResource(call)
        self.proposals = ProposalsResource(call)
        self.billing = BillingResource(call)
        self.dashboard = DashboardResource(call)
        self.activity = ActivityResource(call)
        self.changes = ChangesResource(call)
        self.requests = RequestsResource(call)
        self.audit = AuditResource(call)
        self.webhooks = WebhooksResource(call)
