// Written by `npm run docs sdk`.

import type { Call } from '../call';
import type { Upload } from '../file-body';
import type { Lines, ServerEvent } from '../lines';
import type { List } from '../list';
import type { CallOptions } from '../settings';
import type {
  AccessToken,
  Account,
  AccountDeletion,
  AccountExport,
  ActionResponse,
  ActivityLogEntry,
  ApiKeyRecord,
  Approve,
  Asset,
  AuthResponse,
  Batch,
  BillingSession,
  BillingStatus,
  Board,
  BoardAccess,
  BoardCreate,
  BoardUpdate,
  BulkIds,
  BulkResult,
  ChangeEmail,
  ChangePassword,
  ChangePreferences,
  ChangeProfile,
  ChangedEmail,
  CheckBoardAccessQuery,
  Checkout,
  Checkpoint,
  CompleteSignIn,
  CompletedSignIn,
  ConfirmEmailChangeQuery,
  ConfirmSecondFactor,
  ConnectedAccount,
  ConsistencyProof,
  CreateApiKey,
  CreatePin,
  CreateSandbox,
  CreateSchedule,
  CreatedApiKey,
  CreatedSchedule,
  CreatedWebhook,
  DashboardSummary,
  Decline,
  DeleteAssetQuery,
  DeleteBoardQuery,
  DeletePinQuery,
  DeletedAsset,
  DeletedPin,
  Delivery,
  DeliveryDetail,
  DownloadAccountExportQuery,
  EditPin,
  EditSchedule,
  ExportAuditEventsQuery,
  Forecast,
  ForecastSchedulesQuery,
  ForgotPassword,
  GetBillingStatusQuery,
  GetDashboardSummaryQuery,
  GetFailedRowsQuery,
  GetImportTemplateQuery,
  GetPinQuery,
  GetPublicAssetQuery,
  GetRateMeterQuery,
  GetScheduleCalendarQuery,
  GetScheduleQuery,
  GoogleStatus,
  HandleConnectionCallbackQuery,
  HistoryItem,
  Import,
  ImportRow,
  InclusionProof,
  Job,
  LedgerEntry,
  ListAccountsQuery,
  ListActivityQuery,
  ListApiKeysQuery,
  ListAssetsQuery,
  ListAuditCheckpointsQuery,
  ListAuditEventsQuery,
  ListBoardsQuery,
  ListDeliveriesQuery,
  ListImportsQuery,
  ListPinsQuery,
  ListProposalsQuery,
  ListQuotaLedgerQuery,
  ListRequestsQuery,
  ListSchedulesQuery,
  Liveness,
  LoggedRequest,
  Login,
  Me,
  OwnerProof,
  PendingEmail,
  Pin,
  Preferences,
  Pricing,
  Probe,
  Profile,
  ProjectsContext,
  Proposal,
  Propose,
  ProveAuditConsistencyQuery,
  ProveAuditEventQuery,
  RateMeter,
  Readiness,
  Reauthenticate,
  RecoveryCodes,
  RedeemTicket,
  Register,
  Replay,
  ReplayProgress,
  Replayed,
  ResetPassword,
  RetryPin,
  Schedule,
  ScheduleCalendar,
  SecondFactor,
  SecondFactorSetup,
  SentTest,
  Service,
  Session,
  StartConnectionQuery,
  StartedConnection,
  StreamChangesQuery,
  SwitchProject,
  SwitchedProject,
  TakenBatch,
  Timeline,
  UnsubscribeQuery,
  Unsubscribed,
  UpdateApiKey,
  ValidatedPin,
  ValidatedSchedule,
  VerifyEmailQuery,
  VerifyingKeys,
  Webhook,
  WebhookCreate,
  WebhookEvent,
  WebhookUpdate,
} from './types';

export interface ServiceResource {
  /** Name, version and documentation of the service.
   * 
   * Says what answers here, in which version of the interface, and where it is described. A good first call.
   * 
   * Credential: no credential. */
  get(options?: CallOptions): Call<Service>;
  /** Whether the process runs.
   * 
   * Answers 200 while the process runs: for whoever restarts it. It asks nothing of database or store.
   * 
   * Credential: no credential. */
  getLiveness(options?: CallOptions): Call<Liveness>;
  /** Whether the process can serve, with what it depends on for operators.
   * 
   * Answers 200 while the process can serve, and 503 with `Retry-After` otherwise: for load balancers. Operators also see each dependency and how far each read model is behind.
   * 
   * Credential: no credential. */
  getReadiness(options?: CallOptions): Call<Readiness>;
  /** Whether the process runs.
   * 
   * The same as `GET /health/live` with version and environment.
   * 
   * Credential: no credential. */
  getHealthz(options?: CallOptions): Call<Probe>;
  /** Whether the process can serve.
   * 
   * The same as `GET /health/ready` with version and environment, and whether the database can be read and written.
   * 
   * Credential: no credential. */
  getReadyz(options?: CallOptions): Call<Probe>;
}

export interface AuthResource {
  /** Register a user with a workspace.
   * 
   * Makes a user with a workspace on the free plan, signs in, and mails a link that verifies the address. The answer has the `access_token` for `Authorization: Bearer`. A taken address is 409 `account_exists`. Too many from one place: 429 with `Retry-After`.
   * 
   * Credential: no credential. */
  register(body: Register, options?: CallOptions): Call<AuthResponse>;
  /** Log in.
   * 
   * Signs in with e-mail and password, and answers a token for 12 hours. If the account has a second factor the answer is 401 `second_factor_required` with a `ticket` for `POST /v1/auth/login/second-factor`. A wrong password and an unknown address are the same 401. After ten failures within 15 minutes: 429.
   * 
   * Credential: no credential. */
  login(body: Login, options?: CallOptions): Call<AuthResponse>;
  /** Read the session’s user and projects.
   * 
   * Reads who the session belongs to: user, organization, projects and permissions.
   * 
   * Credential: session. */
  getMe(options?: CallOptions): Call<Me>;
  /** Mail a link that resets the password.
   * 
   * Mails a link with which the password is reset, good for one hour. The answer is the same whether the address is known or not.
   * 
   * Credential: no credential. */
  forgotPassword(body: ForgotPassword, options?: CallOptions): Call<ActionResponse>;
  /** Reset the password with a mailed link.
   * 
   * Sets a new password with the token of a mailed link, which is good once, and ends every session. A token that is unknown, used or over is 400 `invalid_token`.
   * 
   * Credential: no credential. */
  resetPassword(body?: ResetPassword, options?: CallOptions): Call<ActionResponse>;
  /** Change the password.
   * 
   * Changes the password and ends every other session. A wrong `current_password` is 422 on that field. API keys stay.
   * 
   * Credential: session, or key with `write`. */
  changePassword(body: ChangePassword, options?: CallOptions): Call<ActionResponse>;
  /** Mail a link that verifies the address.
   * 
   * Mails a link that verifies the address, at most once a minute; `retry_after_seconds` says when the next one may go out.
   * 
   * Credential: session, or key with `write`. */
  requestEmailVerification(options?: CallOptions): Call<ActionResponse>;
  /** Verify the address with a mailed link.
   * 
   * Verifies the address with the token of a mailed link, which is good once, for 48 hours.
   * 
   * Credential: no credential. */
  verifyEmail(query: VerifyEmailQuery, options?: CallOptions): Call<ActionResponse>;
  /** Ask for another e-mail address.
   * 
   * Asks for another address. A link goes to the present one: the change holds once it is opened. A taken address is 409 `account_exists`.
   * 
   * Credential: session, or key with `write`. */
  requestEmailChange(body: ChangeEmail, options?: CallOptions): Call<PendingEmail>;
  /** Approve another e-mail address with a mailed link.
   * 
   * Approves another address with the token of a mailed link. The session stays; sign in with the new address from now on.
   * 
   * Credential: no credential. */
  confirmEmailChange(query: ConfirmEmailChangeQuery, options?: CallOptions): Call<ChangedEmail>;
  /** End the session.
   * 
   * Ends the session: its token is refused at once. API keys stay.
   * 
   * Credential: session. */
  logout(options?: CallOptions): Call<void>;
  /** List the sessions of the user.
   * 
   * Lists where the person is signed in, with browser and last use; `current` is the one that asks.
   * 
   * Credential: session. */
  listSessions(options?: CallOptions): Call<readonly Session[]>;
  /** End a session.
   * 
   * Ends one of the person’s sessions, for example that of a lost device.
   * 
   * Credential: session. */
  endSession(id: string, options?: CallOptions): Call<void>;
  /** Show the password, and a code, again.
   * 
   * Shows the password again, and a code where the second factor is on. Some changes ask for a sign-in that is not long ago (`recent_login_required`): call this and try again.
   * 
   * Credential: session. */
  reauthenticate(body: Reauthenticate, options?: CallOptions): Call<AccessToken>;
  /** Whether one can sign in with Google.
   * 
   * Tells whether one can sign in with Google here.
   * 
   * Credential: no credential. */
  getGoogleStatus(options?: CallOptions): Call<GoogleStatus>;
  /** Get a session for a sign-in with Google.
   * 
   * Gives a session for the token with which the browser came back from Google, good for two minutes and once. If the account has a second factor the answer is 401 `second_factor_required` with a `ticket`.
   * 
   * Credential: no credential. */
  completeGoogleLogin(body: CompleteSignIn, options?: CallOptions): Call<CompletedSignIn>;
  /** Complete a sign-in with a second factor.
   * 
   * Completes a sign-in with a code of the authenticator app or a recovery code, and the ticket that `POST /v1/auth/login` gave. A ticket is good for minutes, a recovery code once.
   * 
   * Credential: no credential. */
  completeLogin(body: RedeemTicket, options?: CallOptions): Call<AuthResponse>;
}

export interface SecondFactorResource {
  /** Read whether signing in asks for a code.
   * 
   * Reads whether signing in asks for a code, and how many recovery codes are left.
   * 
   * Credential: session. */
  get(options?: CallOptions): Call<SecondFactor>;
  /** Get a secret for an authenticator app.
   * 
   * Gives a secret for an authenticator app, as text, as address and as a picture to scan. Nothing changes until it is confirmed with a first code. The address must be verified: else 409 `conflict`.
   * 
   * Credential: session. */
  setUp(options?: CallOptions): Call<SecondFactorSetup>;
  /** Turn the second factor on with a first code.
   * 
   * Turns the second factor on with a first code of the app, and answers recovery codes: they are shown this once.
   * 
   * Credential: session. */
  confirm(body: ConfirmSecondFactor, options?: CallOptions): Call<RecoveryCodes>;
  /** Make new recovery codes.
   * 
   * Makes new recovery codes; the old ones are refused from then on. They are shown this once.
   * 
   * Credential: session. */
  replaceRecoveryCodes(body: OwnerProof, options?: CallOptions): Call<RecoveryCodes>;
  /** Switch the second factor off.
   * 
   * Turns the second factor off. It asks for the password again, or a code.
   * 
   * Credential: session. */
  disable(body: OwnerProof, options?: CallOptions): Call<SecondFactor>;
}

export interface ProfileResource {
  /** Ask for the end of the account and its workspace.
   * 
   * Asks for the end of the account and its workspace. It ends after the time that the answer names; until then it can be taken back. Then nothing of it is left that can be read.
   * 
   * Credential: session. */
  deleteAccount(body: OwnerProof, options?: CallOptions): Call<AccountDeletion>;
  /** Keep the account that is to be deleted.
   * 
   * Takes the end of the account back. If none was asked for: 409 `conflict`.
   * 
   * Credential: session. */
  cancelAccountDeletion(options?: CallOptions): Call<ActionResponse>;
  /** Ask for an archive of everything that is stored of the account.
   * 
   * Asks for an archive of everything that is stored of the account. It is made in the background; a mail says when it is ready. A few a day can be asked for: else 429.
   * 
   * Credential: session. */
  exportAccount(options?: CallOptions): Call<AccountExport>;
  /** Read how the archive that was asked for last is doing.
   * 
   * Reads how the archive that was asked for last is doing; when it is ready, `download_url` is a signed link to it.
   * 
   * Credential: session. */
  getAccountExport(options?: CallOptions): Call<AccountExport>;
  /** Download the archive by its signed link.
   * 
   * Downloads the archive as a ZIP file by its signed link, until it ends.
   * 
   * Credential: no credential. */
  downloadAccountExport(exportId: string, query: DownloadAccountExportQuery, options?: CallOptions): Call<Uint8Array>;
  /** Read the profile with the data for invoices.
   * 
   * Reads the person’s name and address, and the data for invoices.
   * 
   * Credential: session, or key with `read`. */
  get(options?: CallOptions): Call<Profile>;
  /** Change the profile.
   * 
   * Changes name, workspace and the data for invoices; what is not named stays. `""` clears a text.
   * 
   * Credential: session, or key with `write`. */
  update(body: ChangeProfile, options?: CallOptions): Call<Profile>;
}

export interface EmailPreferencesResource {
  /** Read which mails the user gets.
   * 
   * Reads which mails the person gets about this project. Mails about security (password, address) are always sent.
   * 
   * Credential: session, or key with `read`. */
  get(options?: CallOptions): Call<Preferences>;
  /** Choose which mails the user gets.
   * 
   * Chooses which mails the person gets about this project; what is not named stays. It holds for mails from now on.
   * 
   * Credential: session, or key with `write`. */
  update(body: ChangePreferences, options?: CallOptions): Call<Preferences>;
  /** End mails with the link in one of them.
   * 
   * Ends mails about a project by the signed link in one of them, without a session. Clicking it twice changes nothing. Turn them on again with `PATCH /v1/email/preferences`.
   * 
   * Credential: no credential. */
  unsubscribe(query: UnsubscribeQuery, options?: CallOptions): Call<Unsubscribed>;
}

export interface ProjectsResource {
  /** List the projects of the workspace.
   * 
   * Lists the projects of the workspace, production and sandbox, and says which one the session is in.
   * 
   * Credential: session. */
  list(options?: CallOptions): Call<ProjectsContext>;
  /** Create the sandbox project.
   * 
   * Makes the sandbox, a project in which everything works as in production and nothing reaches the platform, with a simulated account and board. It has a quota of its own, 100 pins a month. If there is one already it is answered as it is.
   * 
   * Credential: session, or key with `write`. */
  createSandbox(body?: CreateSandbox, options?: CallOptions): Call<ProjectsContext>;
  /** Delete everything in the sandbox.
   * 
   * Deletes everything in the sandbox: pins, schedules, keys, webhooks. A fresh account and board are made, and quota is counted anew. Production is untouched. Without a sandbox: 404.
   * 
   * Credential: session, or key with `destructive`. */
  resetSandbox(options?: CallOptions): Call<ProjectsContext>;
  /** Get a token for another project.
   * 
   * Gives a token for another project of the workspace; the old one stays good for the project it was for. API keys belong to one project and are not switched by it.
   * 
   * Credential: session, or key with `write`. */
  switch(body: SwitchProject, options?: CallOptions): Call<SwitchedProject>;
}

export interface ApiKeysResource {
  /** Create an API key.
   * 
   * Makes a key for a program. `api_key` is shown this once; only a hash of it is kept. Send it as `X-API-Key`, or as `Authorization: Bearer`. Give it the scopes that it needs, and the accounts that it may name. A key that is made by a key never grants more than that one has. With `expires_at` it ends by itself, and what it made ends with it; the owner is told two weeks ahead. A key that a key makes never ends after that one: 403 `session_required`. At the limit of keys: 403 `plan_limit`.
   * 
   * Credential: session, or key with `write`. */
  create(body: CreateApiKey, options?: CallOptions): Call<CreatedApiKey>;
  /** List the API keys of the project.
   * 
   * Lists the keys of the project, revoked and expired ones too, with their scopes, accounts and when they were used last; never the keys themselves. With `as_of` it lists what was there at that moment.
   * 
   * Credential: session, or key with `read`. */
  list(query?: ListApiKeysQuery, options?: CallOptions): Call<readonly ApiKeyRecord[]>;
  /** Change name, scopes or accounts of an API key.
   * 
   * Changes the name, scopes or accounts of a key; what is not named stays. It holds at once, on every process. When it ends cannot be changed. What somebody agreed to for a program or a terminal (`source`) is only narrowed: 403 `session_required`. A revoked or expired key cannot be changed: 409 `conflict`.
   * 
   * Credential: session, or key with `write`. */
  update(keyId: string, body: UpdateApiKey, options?: CallOptions): Call<ApiKeyRecord>;
  /** Revoke an API key.
   * 
   * Revokes a key at once and for ever, with the keys that it made; webhooks that they made are disabled. What they had queued is still published.
   * 
   * Credential: session, or key with `destructive`. */
  revoke(keyId: string, options?: CallOptions): Call<void>;
}

export interface AccountsResource {
  /** Start to connect an account.
   * 
   * Begins to connect an account of the platform. Open `authorization_url` in a browser, or `connect_url`, which first says who connects what; after the consent the platform leads back to the callback. The state is good once, for 10 minutes. With `account_id` it renews that account’s consent. At the limit of the plan: 403 `plan_limit`.
   * 
   * Credential: session, or key with `write`. */
  connect(query?: StartConnectionQuery, options?: CallOptions): Call<StartedConnection>;
  /** Come back from the platform’s consent.
   * 
   * Where the platform leads back to after a consent; a browser is led on to the web app, a program gets JSON. It connects the account, or renews it. A state that is unknown, used or over is 400 `invalid_state`, a consent that was refused 400 `access_denied`, one of another person than before 409 `account_mismatch`.
   * 
   * Credential: no credential. */
  completeConnection(query: HandleConnectionCallbackQuery, options?: CallOptions): Call<ConnectedAccount>;
  /** List connected accounts.
   * 
   * Lists the connected accounts with their health. `reconnect_required` means that a person has to consent again before anything is published. It costs nothing.
   * 
   * Credential: session, or key with `read`. */
  list(query?: ListAccountsQuery, options?: CallOptions): Call<readonly Account[]>;
  /** Disconnect an account.
   * 
   * Disconnects an account. Its tokens are forgotten, its waiting pins fail with `account_revoked`, and its schedules are canceled; what is published stays. It frees a place of the plan. Connecting the same account again continues its history.
   * 
   * Credential: session, or key with `destructive`. */
  revoke(accountId: string, options?: CallOptions): Call<void>;
}

export interface BoardsResource {
  /** List the boards of an account.
   * 
   * Lists the boards on which an account may publish, as the platform has them now. Their `id` is what a pin needs as `board_id`. An account that has to be connected again is 409, a platform that does not answer 503 with `Retry-After`.
   * 
   * Credential: session, or key with `read`. */
  list(query: ListBoardsQuery, options?: CallOptions): Call<readonly Board[]>;
  /** Create a board.
   * 
   * Makes a board of an account on the platform, and answers it. Send an `Idempotency-Key`, and a repeat makes no second one. A sandbox has at most 5 boards: 403 `sandbox_board_limit`.
   * 
   * Credential: session, or key with `write`. */
  create(body: BoardCreate, options?: CallOptions): Call<Board>;
  /** Change a board.
   * 
   * Changes the name, description or privacy of a board on the platform; what is not named stays. A board that is not there is 404 `board_not_found`.
   * 
   * account_id is taken from the query or from the body.
   * 
   * Credential: session, or key with `write`. */
  update(boardId: string, body: BoardUpdate, options?: CallOptions): Call<Board>;
  /** Delete a board.
   * 
   * Deletes a board on the platform with all pins on it. This cannot be undone. Pins that wait for it fail with `board_not_found`.
   * 
   * Credential: session, or key with `destructive`. */
  delete(boardId: string, query: DeleteBoardQuery, options?: CallOptions): Call<void>;
  /** Check whether an account may publish on a board.
   * 
   * Tells whether an account may publish on a board, and why not. The answer is kept for 5 minutes; `fresh=true` asks the platform again. `skipped` means that the platform could not be asked: a pin may be created all the same.
   * 
   * Credential: session, or key with `read`. */
  checkAccess(boardId: string, query: CheckBoardAccessQuery, options?: CallOptions): Call<BoardAccess>;
}

export interface AssetsResource {
  /** Upload an image.
   * 
   * Stores an image for pins: PNG, JPEG, GIF or WebP, at most 20 MB, in the field `file` of a form. Use the `id` of the answer as `asset_id` of a pin or schedule. It uses storage of the plan, not quota. A full storage is 403 `plan_limit`, a plan without uploads 403 `feature_unavailable`, and what is no such image 422 `invalid_image`.
   * 
   * Credential: session, or key with `write`. */
  uploadImage(file: Upload, options?: CallOptions): Call<Asset>;
  /** Upload a video.
   * 
   * Stores a video for pins: MP4, MOV or M4V, at most 200 MB, in the field `file` of a form. Use the `id` of the answer as `asset_id`; a pin of a video also needs a cover image. It uses storage of the plan. What is no such video is 422 `invalid_video`.
   * 
   * Credential: session, or key with `write`. */
  uploadVideo(file: Upload, options?: CallOptions): Call<Asset>;
  /** Download an uploaded file.
   * 
   * Downloads an uploaded file as it was sent. Parts of it can be asked for with `Range` (206), and an `ETag` saves what you have.
   * 
   * Credential: session, or key with `read`. */
  getContent(id: string, options?: CallOptions): Call<Uint8Array>;
  /** Download an uploaded file by its signed link.
   * 
   * Downloads an uploaded file by the signed link in its record, without a credential: this is what the platform fetches. A link that has ended or was changed is 404.
   * 
   * Credential: no credential. */
  getPublicContent(id: string, query: GetPublicAssetQuery, options?: CallOptions): Call<Uint8Array>;
  /** List uploaded images and videos.
   * 
   * Lists uploaded files with filters, and tells how much storage is used. `in_use=false` finds what no pin needs. It costs nothing.
   * 
   * Credential: session, or key with `read`. */
  list(query?: ListAssetsQuery, options?: CallOptions): List<Asset>;
  /** Read an uploaded file’s record.
   * 
   * Reads what is known of an uploaded file: kind, size, measures, its SHA-256, and how many pins refer to it. `public_url` is a signed link that ends by itself.
   * 
   * Credential: session, or key with `read`. */
  get(id: string, options?: CallOptions): Call<Asset>;
  /** Delete an uploaded file.
   * 
   * Deletes an uploaded file and frees its storage. If pins or schedules are waiting for it the answer is 409 `conflict`, unless `confirm=true`: then they will fail with `asset_not_found`. What is published stays.
   * 
   * Credential: session, or key with `destructive`. */
  delete(id: string, query?: DeleteAssetQuery, options?: CallOptions): Call<DeletedAsset>;
}

export interface ImportsResource {
  /** Import pins from JSON.
   * 
   * Takes 1 to 500 pins as one JSON array and answers 202 at once; the rows are worked off in the background, each for itself. A row with `run_at` becomes a schedule. Read `GET /v1/pins/imports/{job_id}` or wait for `import.completed`. Each created pin uses one unit of quota; a row past the quota fails alone. A file sent again, or only its mended rows, publishes nothing twice. Plans without imports: 403 `feature_unavailable`.
   * 
   * Credential: session, or key with `write`. */
  createFromJson(body: readonly ImportRow[], options?: CallOptions): Call<Import>;
  /** Import pins from a CSV file.
   * 
   * Takes a CSV file of 1 to 500 rows in the field `file` of a form, UTF-8, with field names in its first line, at most 5 MB; `GET /v1/pins/imports/template.csv` is one to fill in. It answers 202 at once, and rows are worked off in the background as those of `POST /v1/pins/imports/json`, at the same cost.
   * 
   * Credential: session, or key with `write`. */
  createFromCsv(file: Upload, options?: CallOptions): Call<Import>;
  /** List imports.
   * 
   * Lists the imports of the project, the newest first, without the results of their rows. `X-Total-Count` tells how many there are. It costs nothing.
   * 
   * Credential: session, or key with `read`. */
  list(query?: ListImportsQuery, options?: CallOptions): List<Import>;
  /** Download a CSV file to fill in.
   * 
   * Downloads a CSV file with a column for each field and a row that shows how to fill it in. `delimiter` chooses comma or semicolon, as your spreadsheet has it.
   * 
   * Credential: session, or key with `read`. */
  getTemplate(query?: GetImportTemplateQuery, options?: CallOptions): Call<string>;
  /** Read an import.
   * 
   * Reads how far an import has come, and what became of each row: the pin or schedule that it made, or why it failed. `completed_with_errors` means that some rows failed; the others are published.
   * 
   * Credential: session, or key with `read`. */
  get(jobId: string, options?: CallOptions): Call<Import>;
  /** Download the rows of an import that failed.
   * 
   * Downloads the rows that failed as a CSV file with a column `error`. Mend them there and send the file again to `POST /v1/pins/imports/csv`: rows that were created are not made twice. Cells that a spreadsheet would run as a formula are quoted.
   * 
   * Credential: session, or key with `read`. */
  getFailedRows(jobId: string, query?: GetFailedRowsQuery, options?: CallOptions): Call<string>;
  /** Cancel what is left of an import.
   * 
   * Ends an import whose rows are not all worked off: what is left fails as canceled, what was created stays. It gives no quota back, as the rest used none. One that has ended is refused with 409 `conflict`.
   * 
   * Credential: session, or key with `write`. */
  cancel(jobId: string, options?: CallOptions): Call<Import>;
}

export interface PinsResource {
  /** Retry up to 100 pins.
   * 
   * Retries up to 100 failed pins. The answer tells for each id whether it succeeded, was skipped (it is not failed any more) or failed, and why; one that cannot be retried does not stop the others. It costs no quota, except for pins of schedules.
   * 
   * Credential: session, or key with `write`. */
  retryMany(body: BulkIds, options?: CallOptions): Call<BulkResult>;
  /** Delete up to 100 pins.
   * 
   * Deletes up to 100 pins of the project, each for itself: the answer tells the outcome for each id. What is published stays on the platform. Quota is not given back.
   * 
   * Credential: session, or key with `destructive`. */
  deleteMany(body: BulkIds, options?: CallOptions): Call<BulkResult>;
  /** Queue up to 100 pins.
   * 
   * Accepts up to 100 pins in one call, each for itself: the answer tells for every item whether it was created, existed already or failed, and why. Each created pin uses one unit of quota. An inactive subscription, or less quota than new pins, refuses the whole batch (402) and creates nothing. With an `Idempotency-Key` the same batch can be sent again after a lost answer.
   * 
   * Credential: session, or key with `write`. */
  createMany(body: Batch, options?: CallOptions): Call<TakenBatch>;
  /** Check a pin without queueing it.
   * 
   * Checks a pin as `POST /v1/pins` would, and creates nothing: fields, account, board, media, quota, rate, and whether its key was used. The answer is 200 also when the pin is not valid: read `valid` and the checks, each with its reason and its remedy. It costs no quota.
   * 
   * Credential: session, or key with `read`. */
  validate(body: CreatePin, options?: CallOptions): Call<ValidatedPin>;
  /** Queue a pin for publishing.
   * 
   * Accepts one pin and publishes it as soon as the account’s turn comes. The answer is the pin as it is queued: ask `GET /v1/pins/{id}` or subscribe to `pin.published` and `pin.failed` for its outcome. It uses one unit of the month’s quota, whether it is published or not. Send an `Idempotency-Key`, and a repeat gives the same pin instead of a second one. The board, the account and the media are checked first: what cannot be published is refused (409, 422) and costs nothing.
   * 
   * Credential: session, or key with `write`. */
  create(body: CreatePin, options?: CallOptions): Call<Pin>;
  /** List pins.
   * 
   * Lists the pins of the project, the newest first, with filters and a search in their texts. `X-Total-Count` tells how many there are, `X-Next-Cursor` leads to the next page. With `removed=true` it lists the deleted ones instead. It costs nothing; a key with an allow-list sees the pins of its accounts.
   * 
   * Credential: session, or key with `read`. */
  list(query?: ListPinsQuery, options?: CallOptions): List<Pin>;
  /** Read a pin.
   * 
   * Reads one pin with its status: `queued`, `deferred` (goes on by itself at `next_attempt_at`), `publishing`, `published` or `failed` (with `error_code`). It shows every change that was answered before. With `as_of` it shows the pin as it was at that moment. A pin that is not there, or is another project’s, is 404.
   * 
   * Credential: session, or key with `read`. */
  get(id: string, query?: GetPinQuery, options?: CallOptions): Call<Pin>;
  /** Edit a pin that was not published.
   * 
   * Changes a pin that is not on the platform yet; what is not named stays. A waiting pin is published with the new content; a failed one stays failed until it is retried. It costs nothing. While an attempt is open the answer is 409 `pin_publishing`: ask again a little later. What is published is not changed: 409 `pin_already_published`.
   * 
   * Credential: session, or key with `write`. */
  update(id: string, body: EditPin, options?: CallOptions): Call<Pin>;
  /** Delete a pin.
   * 
   * Deletes a pin, and answers 204; nothing of it goes out afterwards. With `delete_from_platform=true` a published one is removed from the platform too, and the answer (200) says whether that worked. Its quota is not given back, except that of a waiting pin of a schedule. While an attempt is open: 409 `pin_publishing`.
   * 
   * Credential: session, or key with `destructive`. */
  delete(id: string, query?: DeletePinQuery, options?: CallOptions): Call<DeletedPin | undefined>;
  /** Read what happened to a pin.
   * 
   * Tells what happened to a pin, from the request to the platform’s answer, in the order in which it happened: attempts, waits with their reason, and what comes next. It is what to read when a pin did something unexpected. It costs nothing.
   * 
   * Credential: session, or key with `read`. */
  timeline(id: string, options?: CallOptions): Call<Timeline>;
  /** Retry a failed pin.
   * 
   * Queues a failed pin again, with the same content, or on another board or account if the body names one. Correct the reason first, with `PATCH /v1/pins/{id}`. It costs no quota, except for a pin of a schedule, whose unit was given back when it failed. Only failed pins can be retried: else 409 `pin_not_failed`.
   * 
   * Credential: session, or key with `write`. */
  retry(id: string, body?: RetryPin, options?: CallOptions): Call<Pin>;
  /** Read the outcome of a pin as a job.
   * 
   * The outcome of a pin in the form of a job, for clients that poll jobs; the id is that of the pin. It says the same as `GET /v1/pins/{id}` with fewer fields. It costs nothing.
   * 
   * Credential: session, or key with `read`. */
  getJob(id: string, options?: CallOptions): Call<Job>;
  /** Read the tokens of an account’s bucket.
   * 
   * Tells how many calls the platform’s limits allow an account now, how fast that grows, how many pins wait before a new one, and when a pin created now would begin. An image takes one token, a video two. It costs nothing, and reserves nothing.
   * 
   * Credential: session, or key with `read`. */
  getRateMeter(query: GetRateMeterQuery, options?: CallOptions): Call<RateMeter>;
}

export interface SchedulesResource {
  /** Cancel up to 100 schedules.
   * 
   * Cancels up to 100 schedules, each for itself: the answer tells the outcome for each id. Quota of waiting pins is given back.
   * 
   * Credential: session, or key with `write`. */
  cancelMany(body: BulkIds, options?: CallOptions): Call<BulkResult>;
  /** Retry up to 100 schedules.
   * 
   * Retries up to 100 failed schedules, each for itself: the answer tells the outcome for each id. Each retried one uses one unit of quota.
   * 
   * Credential: session, or key with `write`. */
  retryMany(body: BulkIds, options?: CallOptions): Call<BulkResult>;
  /** Delete up to 100 schedules.
   * 
   * Deletes the records of up to 100 schedules that have ended, each for itself: the answer tells the outcome for each id.
   * 
   * Credential: session, or key with `destructive`. */
  deleteMany(body: BulkIds, options?: CallOptions): Call<BulkResult>;
  /** Forecast when schedules will fire.
   * 
   * Tells for the schedules of the coming days when each is expected to be published, given the rate of the account and the quota of the month, and when that quota will be used up. It reserves nothing: what is created meanwhile changes it.
   * 
   * Credential: session, or key with `read`. */
  forecast(query?: ForecastSchedulesQuery, options?: CallOptions): Call<Forecast>;
  /** Count schedules by days, with what would slip.
   * 
   * Counts the schedules of each day of a range, in the days of `tz`, by status, with how many would go out on that day and how many of it would slip, and why. Ranges of more than 92 days are refused. Only the first 10,000 that have not fired are forecast.
   * 
   * Credential: session, or key with `read`. */
  getCalendar(query?: GetScheduleCalendarQuery, options?: CallOptions): Call<ScheduleCalendar>;
  /** Check a schedule without creating it.
   * 
   * Checks a schedule as `POST /v1/schedules` would, and creates nothing. The answer is 200 also when it is not valid: read `valid` and the checks. It costs no quota.
   * 
   * Credential: session, or key with `read`. */
  validate(body: CreateSchedule, options?: CallOptions): Call<ValidatedSchedule>;
  /** Schedule a pin.
   * 
   * Plans a pin for a moment in the future. At `run_at` the schedule fires: it becomes a pin and uses one unit of quota then, not now; the unit is given back if that pin fails. It never fires early; after an outage it fires late, and once. Account, board, media and quota are checked now, and again when it fires. Send an `Idempotency-Key`, and a repeat gives the same schedule.
   * 
   * Credential: session, or key with `write`. */
  create(body: CreateSchedule, options?: CallOptions): Call<CreatedSchedule>;
  /** List schedules.
   * 
   * Lists the schedules of the project by `run_at`, the latest first, with filters. `X-Total-Count` tells how many there are, `X-Next-Cursor` leads to the next page. It costs nothing.
   * 
   * Credential: session, or key with `read`. */
  list(query?: ListSchedulesQuery, options?: CallOptions): List<Schedule>;
  /** Read a schedule.
   * 
   * Reads one schedule: `scheduled` until its time, then the state of its pin, whose id is `pin_id`. With `as_of` it shows the schedule as it was at that moment.
   * 
   * Credential: session, or key with `read`. */
  get(scheduleId: string, query?: GetScheduleQuery, options?: CallOptions): Call<Schedule>;
  /** Edit a schedule that has not fired.
   * 
   * Changes the time or the pin of a schedule that has not fired; what is not named stays. It costs nothing. Afterwards the answer is 409 `schedule_not_editable`: change its pin instead.
   * 
   * Credential: session, or key with `write`. */
  update(scheduleId: string, body: EditSchedule, options?: CallOptions): Call<Schedule>;
  /** Delete a schedule that has ended.
   * 
   * Deletes the record of a schedule that has ended; its pin stays. One that is still to come is refused with 400 `bad_request`: cancel it first.
   * 
   * Credential: session, or key with `destructive`. */
  delete(scheduleId: string, options?: CallOptions): Call<void>;
  /** Cancel a schedule.
   * 
   * Cancels a schedule that is waiting for its time or whose pin is still waiting. That pin is deleted, and its quota given back. In any other state: 400 `bad_request`; while its pin is published: 409 `pin_publishing`.
   * 
   * Credential: session, or key with `write`. */
  cancel(scheduleId: string, options?: CallOptions): Call<Schedule>;
  /** Retry a failed schedule.
   * 
   * Queues the pin of a failed schedule again, or fires a schedule that could not queue its pin. It uses one unit of quota, since that of the failed pin was given back. Only a failed schedule can be retried: else 400 `bad_request`.
   * 
   * Credential: session, or key with `write`. */
  retry(scheduleId: string, options?: CallOptions): Call<Schedule>;
}

export interface ProposalsResource {
  /** Ask a person to agree to pins and changes.
   * 
   * Asks the person of the project to agree to 1 to 100 pins, schedules, changes of what waits, or retries of failed pins. Nothing is published and no quota is used before; the answer has the page on which the person looks at each item, edits, approves or declines it. It waits for 7 days, and ends earlier with the key or grant that made it. The same items again are the same proposal. 1,000 items of one key may wait: then 409 `proposals_full`.
   * 
   * Credential: session, or key with `write`. */
  create(body: Propose, options?: CallOptions): Call<Proposal>;
  /** List what waits for a person, and what was decided.
   * 
   * Lists the proposals of the project, the newest first, without their items. A key that is limited to some accounts sees those that concern no others, and its own. It costs nothing.
   * 
   * Credential: session, or key with `read`. */
  list(query?: ListProposalsQuery, options?: CallOptions): List<Proposal>;
  /** Read a proposal with the checks of what waits.
   * 
   * Reads a proposal: each item with what became of it, and of what is open the checks that a creation would meet, with the forecast of a schedule, also of one that would be moved; units of the quota are counted over all that is open. `decided` means that nothing is open. It takes no units.
   * 
   * Credential: session, or key with `read`. */
  get(id: string, options?: CallOptions): Call<Proposal>;
  /** Agree to items of a proposal.
   * 
   * Agrees to items, edited by `changes` where given, and does them at once with what the person may do now; without `items` to all that is open. Only for sessions: 403 `session_required` for keys and programs. A repeat makes nothing twice; what a stop leaves `approving` the service does within a minute. An item that was agreed to with another content is 409 `conflict`. An item that is refused is `failed`, with the reason, and may be approved again. Each pin made uses one unit of quota. Once the proposal has expired, or its key has ended or may not do any more what it asks for: 409 `proposal_closed`.
   * 
   * Credential: session. */
  approve(id: string, body?: Approve, options?: CallOptions): Call<Proposal>;
  /** Decline items of a proposal.
   * 
   * Declines items, without `items` all that is open: they will not be done. Only for sessions. An item that was approved is refused with 409 `conflict`. It costs nothing.
   * 
   * Credential: session. */
  decline(id: string, body?: Decline, options?: CallOptions): Call<Proposal>;
}

export interface BillingResource {
  /** Read plan, features and quota.
   * 
   * Reads the plan, what it includes, and how much of the quota, the accounts and the storage is used. Quota counts by calendar month in UTC and begins again at `quota_reset_at`. With `as_of` it shows the state of that moment.
   * 
   * Credential: session, or key with `read`. */
  getStatus(query?: GetBillingStatusQuery, options?: CallOptions): Call<BillingStatus>;
  /** List what used or gave back quota.
   * 
   * Lists what used a unit of the month’s quota and what gave one back, the newest first, with the balance after each. It adds up to what `GET /v1/billing/status` says.
   * 
   * Credential: session, or key with `read`. */
  listQuotaLedger(query?: ListQuotaLedgerQuery, options?: CallOptions): List<LedgerEntry>;
  /** Get the page where a plan is bought.
   * 
   * Gives the address of the page on which a plan is bought; nothing is paid before that. Open it in a browser. The plan changes once the payment provider reports the payment, and `GET /v1/billing/status` shows it. Only production buys: 403 `sandbox_not_supported`.
   * 
   * Credential: session, or key with `write`. */
  startCheckout(body: Checkout, options?: CallOptions): Call<BillingSession>;
  /** Get the page where the subscription is managed.
   * 
   * Gives the address of the page on which the subscription is changed, paid or ended, and invoices are read. Open it in a browser; it is good for a short time.
   * 
   * Credential: session, or key with `write`. */
  openPortal(options?: CallOptions): Call<BillingSession>;
  /** Read plans and prices.
   * 
   * Reads the plans with prices, quota and features. Anybody may ask, without a credential.
   * 
   * Credential: no credential. */
  getPricing(options?: CallOptions): Call<Pricing>;
}

export interface DashboardResource {
  /** Summarize a range of time.
   * 
   * Sums up a range of time beside the one before: pins by status, success rate, a series by hours or days, accounts, the queue now. Days are those of `tz`. Ranges of more than 366 days are refused.
   * 
   * Credential: session, or key with `read`. */
  getSummary(query?: GetDashboardSummaryQuery, options?: CallOptions): Call<DashboardSummary>;
}

export interface ActivityResource {
  /** List what happened in the project and its organization.
   * 
   * Lists what happened in the project and its organization in words: sign-ins, publishing, changes, payments, with who did it. It goes back as far as the plan keeps it. It costs nothing.
   * 
   * Credential: session, or key with `read`. */
  list(query?: ListActivityQuery, options?: CallOptions): List<ActivityLogEntry>;
}

export interface ChangesResource {
  /** Be told what changes, while it does.
   * 
   * Tells as server-sent events which pins, schedules, imports, accounts, webhooks and the rest of the project have changed, within a second: with their ids, without contents. A key that is limited to some accounts is told of those. What an event tells of, a read that is sent after it shows. Open the stream first, then read; after `reset` read again. A stream ends at once with its session or key; 10 of a session or key and 100 of an organization are open at a time: else 429. Each browser needs one only.
   * 
   * Credential: session, or key with `read`. */
  stream(query?: StreamChangesQuery, options?: CallOptions): Lines<ServerEvent>;
}

export interface RequestsResource {
  /** List requests of the last 7 days.
   * 
   * Lists the calls that programs and people made in the last 7 days, the newest first: route, status, error code and milliseconds, without bodies. A session sees all of the project, a key its own. It costs nothing.
   * 
   * Credential: session, or key with `read`. */
  list(query?: ListRequestsQuery, options?: CallOptions): List<LoggedRequest>;
  /** Look up a request by its id.
   * 
   * Looks up one call by its `X-Request-ID`, which is the `request_id` of an error. What is older than 7 days, or is another’s, is 404.
   * 
   * Credential: session, or key with `read`. */
  get(requestId: string, options?: CallOptions): Call<LoggedRequest>;
}

export interface AuditResource {
  /** List the facts of the history.
   * 
   * Lists the facts of the history in their order, each with the hash under which it is signed: for auditors. `scope=organization` lists those that belong to no project. Ask again with `next_cursor` to follow it. Only people and keys without an allow-list may.
   * 
   * Credential: session, or key with `read`. */
  listEvents(query?: ListAuditEventsQuery, options?: CallOptions): List<HistoryItem>;
  /** Download the whole history.
   * 
   * Downloads the history as NDJSON, a fact on each line; after a break continue with `cursor`. Two exports of an organization run at a time: else 429 with `Retry-After`.
   * 
   * Credential: session, or key with `read`. */
  export(query?: ExportAuditEventsQuery, options?: CallOptions): Lines<HistoryItem>;
  /** List what was signed of the history.
   * 
   * Lists what was signed of the history: its size and root hash, within a minute of each fact. Store them elsewhere: they prove later that nothing was changed.
   * 
   * Credential: session, or key with `read`. */
  listCheckpoints(query?: ListAuditCheckpointsQuery, options?: CallOptions): List<Checkpoint>;
  /** List the keys that sign the history.
   * 
   * Lists the keys that sign checkpoints. Anybody who verifies a history needs them.
   * 
   * Credential: session, or key with `read`. */
  listKeys(options?: CallOptions): Call<VerifyingKeys>;
  /** Prove that a fact is in the history.
   * 
   * Proves that a fact is in the history of a given size: the path from its hash to the signed root (RFC 9162). `docs/verify-history.mjs` checks it.
   * 
   * Credential: session, or key with `read`. */
  proveEvent(query: ProveAuditEventQuery, options?: CallOptions): Call<InclusionProof>;
  /** Prove that the history only grew.
   * 
   * Proves that the history of one size begins with all of that of a smaller one: nothing was changed or taken out in between.
   * 
   * Credential: session, or key with `read`. */
  proveConsistency(query: ProveAuditConsistencyQuery, options?: CallOptions): Call<ConsistencyProof>;
}

export interface WebhooksResource {
  /** Create a webhook.
   * 
   * Subscribes a URL to events. The answer has the `secret` with which every message is signed: it is shown this once. `has_key_pair` adds a signature that anybody can check with `public_key`. From now on each event is sent at least once, and again for up to two days if it is not taken. It uses a place of the plan: at the limit 403 `plan_limit`. URLs must be https and public.
   * 
   * Credential: session, or key with `write`. */
  create(body: WebhookCreate, options?: CallOptions): Call<CreatedWebhook>;
  /** List webhooks.
   * 
   * Lists the webhooks of the project, without their secrets. It costs nothing.
   * 
   * Credential: session, or key with `read`. */
  list(options?: CallOptions): Call<readonly Webhook[]>;
  /** List the events that a webhook can subscribe to.
   * 
   * Lists every event with its meaning, the JSON Schema of its body and an example. `*` subscribes to all of them, `pin.*` to those of pins, including those that come later.
   * 
   * Credential: session, or key with `read`. */
  listEvents(options?: CallOptions): Call<readonly WebhookEvent[]>;
  /** Read a webhook.
   * 
   * Reads a webhook: what it is sent, whether it is on, and why not. `failing_since` says since when nothing was taken.
   * 
   * Credential: session, or key with `read`. */
  get(webhookId: string, options?: CallOptions): Call<Webhook>;
  /** Change a webhook.
   * 
   * Changes URL, events, accounts, secret or headers of a webhook, or turns it on or off; what is not named stays. After a new secret, messages carry signatures of both for 24 hours. While it is off, its events are held and sent when it is on again.
   * 
   * Credential: session, or key with `write`. */
  update(webhookId: string, body: WebhookUpdate, options?: CallOptions): Call<Webhook>;
  /** Delete a webhook.
   * 
   * Ends a webhook with its deliveries: nothing more is sent. It frees a place of the plan.
   * 
   * Credential: session, or key with `destructive`. */
  delete(webhookId: string, options?: CallOptions): Call<void>;
  /** List deliveries of a webhook.
   * 
   * Lists what was sent to a webhook, the newest first, with its state and the last answer: all of it, or by state, event, pin and time. It goes back 90 days.
   * 
   * Credential: session, or key with `read`. */
  listDeliveries(webhookId: string, query?: ListDeliveriesQuery, options?: CallOptions): List<Delivery>;
  /** Read a delivery with its attempts.
   * 
   * Reads a delivery with its body, every attempt with its answer, and an explanation in words of what comes next. `curl` sends the body by hand.
   * 
   * Credential: session, or key with `read`. */
  getDelivery(webhookId: string, deliveryId: string, options?: CallOptions): Call<DeliveryDetail>;
  /** Send a delivery again.
   * 
   * Sends a delivery again at once, with the same id and sequence, also after it was given up. It answers 202; the delivery tells the outcome.
   * 
   * Credential: session, or key with `write`. */
  redeliver(webhookId: string, deliveryId: string, options?: CallOptions): Call<DeliveryDetail>;
  /** Send a test event.
   * 
   * Sends `webhook.test` to the URL, also while the webhook is off, and answers 202 with the delivery’s id. Read `GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}` for what came back.
   * 
   * Credential: session, or key with `write`. */
  test(webhookId: string, options?: CallOptions): Call<SentTest>;
  /** Send past events again.
   * 
   * Sends every event of a period again, in order, beside what is new: for a receiver that lost something. It goes back 90 days. One replay of a webhook runs at a time: else 409 `conflict`.
   * 
   * Credential: session, or key with `write`. */
  replay(webhookId: string, body: Replay, options?: CallOptions): Call<Replayed>;
  /** Read how far a replay has come.
   * 
   * Reads how far a replay has come.
   * 
   * Credential: session, or key with `read`. */
  getReplay(webhookId: string, replayId: string, options?: CallOptions): Call<ReplayProgress>;
  /** Cancel a replay.
   * 
   * Ends a replay; what it has queued already is still sent. One that has ended is answered as it is.
   * 
   * Credential: session, or key with `write`. */
  cancelReplay(webhookId: string, replayId: string, options?: CallOptions): Call<ReplayProgress>;
}

/** What a client has, by resource. */
export class Resources {
  declare readonly service: ServiceResource;
  declare readonly auth: AuthResource;
  declare readonly secondFactor: SecondFactorResource;
  declare readonly profile: ProfileResource;
  declare readonly emailPreferences: EmailPreferencesResource;
  declare readonly projects: ProjectsResource;
  declare readonly apiKeys: ApiKeysResource;
  declare readonly accounts: AccountsResource;
  declare readonly boards: BoardsResource;
  declare readonly assets: AssetsResource;
  declare readonly imports: ImportsResource;
  declare readonly pins: PinsResource;
  declare readonly schedules: SchedulesResource;
  declare readonly proposals: ProposalsResource;
  declare readonly billing: BillingResource;
  declare readonly dashboard: DashboardResource;
  declare readonly activity: ActivityResource;
  declare readonly changes: ChangesResource;
  declare readonly requests: RequestsResource;
  declare readonly audit: AuditResource;
  declare readonly webhooks: WebhooksResource;
}
