// Written by `npm run docs sdk`.

/** One of these words, or one that a later release of the service says. */
export type Word<Known extends string> = Known | (string & {});

export interface Service {
  /** What answers here. */
  readonly service: string;
  /** The version of the interface. */
  readonly version: string;
  /** Where the interface is described. */
  readonly docs: string;
}

export interface Liveness {
  /** The process runs. */
  readonly status: Word<'ok'>;
}

export interface Dependency {
  /** Whether this part answers as it should. */
  readonly ok: boolean;
  /** True where the process stays ready without this part. */
  readonly degraded?: boolean | undefined;
  /** What is known of it: a position, a lag in seconds, why it failed. */
  readonly detail?: string | Readonly<Record<string, unknown>> | undefined;
}

export interface Feature {
  /** Whether the settings that it needs are there. */
  readonly state: Word<'enabled' | 'disabled'>;
  /** The settings that are missing. */
  readonly reason?: string | undefined;
}

export interface Readiness {
  /** Whether the process should be sent requests. */
  readonly status: Word<'ok' | 'unavailable' | 'stopping'>;
  /** Each dependency and projection; for operators only. */
  readonly checks?: Readonly<Record<string, Dependency>> | undefined;
  /** Which features the settings turn on; for operators only. */
  readonly features?: Readonly<Record<string, Feature>> | undefined;
}

export interface FieldError {
  /** Where the fault is: body, query, path or header, then the way to the field. */
  readonly loc: readonly (string | number)[];
  /** The name and the rule, and behind them what was given: its kind, its size, its beginning where it is no secret. */
  readonly msg: string;
  /** Stable name of the fault. */
  readonly type: string;
}

export interface ErrorBody {
  /** Stable; safe to branch on. */
  readonly code: string;
  /** For people. */
  readonly message: string;
  /** What to change. */
  readonly remediation: string;
  /** A page of this service about the code: why it is answered and what to do. */
  readonly doc_url: string;
  /** Equals the X-Request-ID header. */
  readonly request_id: string;
  /** Present when code is validation_error. */
  readonly errors?: readonly FieldError[] | undefined;
  /** The same call may succeed after so many seconds. */
  readonly retry_after_seconds?: number | undefined;
  /** The account that the request named and may not; null where it named something of an account, or what concerns all of them. */
  readonly account_id?: string | null | undefined;
  /** The pin that used the idempotency key before, where the caller may know of it. */
  readonly pin_id?: string | undefined;
  /** The scope that the key lacks. */
  readonly required_scope?: string | undefined;
  /** Which limit of the plan or the project is reached, or how high it is. */
  readonly limit?: string | number | undefined;
  /** Completes this sign-in together with a code; present when code is second_factor_required. */
  readonly ticket?: string | undefined;
  /** Seconds for which the ticket is good. */
  readonly expires_in?: number | undefined;
  /** Where to choose a larger plan, or to pay. */
  readonly upgrade_url?: string | undefined;
  /** Where to connect the account again. */
  readonly connect_url?: string | undefined;
  readonly [further: string]: unknown;
}

export interface Probe {
  /** Whether the process should be sent requests. */
  readonly status: Word<'ok' | 'unavailable' | 'stopping'>;
  /** The version of the interface. */
  readonly version: string;
  /** Where this installation stands: its setting ENVIRONMENT. */
  readonly environment: string;
  /** Whether the database can be read and written; null where that was not asked. */
  readonly database: Word<'ok' | 'unavailable' | 'null'> | null;
  /** What the database cannot be used for now: `reads`, `writes`. */
  readonly cannot?: readonly string[] | undefined;
  /** Why, in one word: `read_only`, `disk_full`, `unreachable` …. */
  readonly reason?: string | undefined;
  /** Parts and read models that do not work, while the process serves what needs none of them. */
  readonly degraded?: readonly string[] | undefined;
}

export interface Register {
  /** What carries the session: the token in the answer, as where nothing is said, or a cookie that only pages of this address send, and no script can read. */
  readonly carrier?: 'token' | 'cookie' | undefined;
  /** Taken and dropped. */
  readonly next_path?: string | null | Readonly<Record<string, unknown>> | undefined;
  /** Taken and dropped. */
  readonly marketing_attribution?: string | null | Readonly<Record<string, unknown>> | undefined;
  /** Taken and dropped. */
  readonly referral_code?: string | null | Readonly<Record<string, unknown>> | undefined;
  /** Taken and dropped. */
  readonly invite_token?: string | null | Readonly<Record<string, unknown>> | undefined;
  /** IANA name, of the user who registers; blank is none, and then it is UTC. */
  readonly timezone?: string | null | undefined;
  /** The person's name. */
  readonly full_name: string;
  /** Compared lower-cased and trimmed. */
  readonly email: string;
  /** None of the most used passwords. */
  readonly password: string;
  /** Blank is none, and then it is made of full_name. */
  readonly workspace_name?: string | null | undefined;
}

export interface Organization {
  /** The id. */
  readonly id: string;
  /** The name. */
  readonly name: string;
}

export interface Project {
  /** The `workspace_id` of everything in the project. */
  readonly id: string;
  /** The name. */
  readonly name: string;
  /** Production, or the sandbox that publishes to a simulation. */
  readonly environment: Word<'production' | 'sandbox'>;
  /** IANA time zone. */
  readonly timezone: string;
  /** The plan. */
  readonly plan: Word<'playground' | 'starter' | 'growth' | 'pro' | 'enterprise'>;
  /** When it was made. */
  readonly created_at: Date;
}

export interface User {
  /** The id. */
  readonly id: string;
  /** The e-mail address. */
  readonly email: string;
  /** The person's name. */
  readonly full_name: string;
  /** IANA time zone. */
  readonly timezone: string;
  /** Whether the address was proven. */
  readonly email_verified: boolean;
  /** When it was made. */
  readonly created_at: Date;
  /** When account and workspace end, as the person asked; absent otherwise. */
  readonly deletion_due_at?: Date | undefined;
}

export interface Permissions {
  /** Not from a sandbox. */
  readonly can_manage_billing: boolean;
  /** May make, change and revoke API keys. */
  readonly can_manage_api_keys: boolean;
  /** Whether billing accepts new pins. */
  readonly can_publish: boolean;
  /** May invite and remove members. */
  readonly can_manage_members: boolean;
  /** Webhooks and platform accounts. */
  readonly can_manage_integrations: boolean;
  /** May delete assets. */
  readonly can_delete_assets: boolean;
  /** Whether there is a sandbox to reset. */
  readonly can_reset_sandbox: boolean;
  /** May see reports. */
  readonly can_view_reports: boolean;
  /** Pins and schedules. */
  readonly can_delete_content: boolean;
}

export interface AuthResponse {
  readonly organization: Organization;
  readonly active_project: Project;
  /** All projects of the organization. */
  readonly projects: readonly Project[];
  readonly user: User;
  /** The same as active_project, under its older name. */
  readonly workspace: Project;
  readonly permissions: Permissions;
  /** Empty where a cookie carries the session. */
  readonly access_token: string;
  /** Always bearer. */
  readonly token_type: Word<'bearer'>;
  /** Seconds. */
  readonly expires_in: number;
}

export interface Login {
  /** What carries the session: the token in the answer, as where nothing is said, or a cookie that only pages of this address send, and no script can read. */
  readonly carrier?: 'token' | 'cookie' | undefined;
  /** Taken and dropped. */
  readonly next_path?: string | null | Readonly<Record<string, unknown>> | undefined;
  /** Taken and dropped. */
  readonly marketing_attribution?: string | null | Readonly<Record<string, unknown>> | undefined;
  /** Taken and dropped. */
  readonly referral_code?: string | null | Readonly<Record<string, unknown>> | undefined;
  /** Taken and dropped. */
  readonly invite_token?: string | null | Readonly<Record<string, unknown>> | undefined;
  /** IANA name, of the user who registers; blank is none, and then it is UTC. */
  readonly timezone?: string | null | undefined;
  /** Compared lower-cased and trimmed. */
  readonly email: string;
  /** The password. */
  readonly password: string;
}

export interface Me {
  readonly organization: Organization;
  readonly active_project: Project;
  /** All projects of the organization. */
  readonly projects: readonly Project[];
  readonly user: User;
  /** The same as active_project, under its older name. */
  readonly workspace: Project;
  readonly permissions: Permissions;
}

export interface ForgotPassword {
  /** Compared lower-cased and trimmed. */
  readonly email: string;
}

export interface ActionResponse {
  /** A sentence for people. */
  readonly message: string;
  /** When to ask again, if nothing was done. */
  readonly retry_after_seconds: number | null;
}

export interface ResetPassword {
  /** From the mailed link; works once. */
  readonly token: string;
  /** None of the most used passwords. */
  readonly password: string;
}

export interface ChangePassword {
  /** The password that holds now. */
  readonly current_password: string;
  /** None of the most used passwords. */
  readonly new_password: string;
}

export interface ChangeEmail {
  /** Compared lower-cased and trimmed. */
  readonly new_email: string;
}

export interface PendingEmail {
  /** A sentence for people. */
  readonly message: string;
  /** The address that is to hold after the confirmation. */
  readonly pending_email: string;
  /** When it was asked for. */
  readonly requested_at: Date;
  /** When to ask again, if nothing was sent. */
  readonly retry_after_seconds: number | null;
}

export interface ChangedEmail {
  /** A sentence for people. */
  readonly message: string;
  /** The address that holds from now on. */
  readonly new_email: string;
  /** Whether to sign in again. */
  readonly requires_reauthentication: boolean;
}

export interface Session {
  /** The id. */
  readonly id: string;
  /** When the person signed in. */
  readonly created_at: Date;
  /** At most a minute old. */
  readonly last_used_at: Date | null;
  /** What the client said it is. */
  readonly user_agent: string | null;
  /** Whether it is the session of this call. */
  readonly current: boolean;
}

export interface Reauthenticate {
  /** What carries the session: the token in the answer, as where nothing is said, or a cookie that only pages of this address send, and no script can read. */
  readonly carrier?: 'token' | 'cookie' | undefined;
  /** Of whoever has one. Where a second factor is on, one of the codes belongs to it. */
  readonly password?: string | null | undefined;
  /** Six digits that the authenticator app shows. */
  readonly code?: string | null | undefined;
  /** In place of a code; works once. */
  readonly recovery_code?: string | null | undefined;
}

export interface AccessToken {
  /** Empty where a cookie carries the session. */
  readonly access_token: string;
  /** Always bearer. */
  readonly token_type: Word<'bearer'>;
  /** Seconds. */
  readonly expires_in: number;
}

export interface GoogleStatus {
  /** Whether it can be used. */
  readonly enabled: boolean;
}

export interface CompleteSignIn {
  /** From the address the browser was sent to; works once, for two minutes. */
  readonly token: string;
  /** What carries the session: the token in the answer, as where nothing is said, or a cookie that only pages of this address send, and no script can read. */
  readonly carrier?: 'token' | 'cookie' | undefined;
}

export interface CompletedSignIn {
  readonly organization: Organization;
  readonly active_project: Project;
  /** All projects of the organization. */
  readonly projects: readonly Project[];
  readonly user: User;
  /** The same as active_project, under its older name. */
  readonly workspace: Project;
  readonly permissions: Permissions;
  /** Empty where a cookie carries the session. */
  readonly access_token: string;
  /** Always bearer. */
  readonly token_type: Word<'bearer'>;
  /** Seconds. */
  readonly expires_in: number;
  /** Whether this sign-in made the account. */
  readonly is_new_user: boolean;
}

export interface SecondFactor {
  /** Whether signing in asks for a code. */
  readonly enabled: boolean;
  /** Since when. */
  readonly enabled_at: Date | null;
  /** Whether a setup waits for its first code. */
  readonly setup_pending: boolean;
  /** How many recovery codes are left. */
  readonly recovery_codes_left: number;
}

export interface SecondFactorSetup {
  /** For apps that take it by hand, base32; shown this once. */
  readonly secret: string;
  /** What authenticator apps read from a QR code. */
  readonly otpauth_url: string;
  /** The QR code, as SVG. */
  readonly qr_code_svg: string;
  /** Until when a code can confirm it. */
  readonly expires_at: Date;
}

export interface ConfirmSecondFactor {
  /** Six digits that the authenticator app shows. */
  readonly code: string;
}

export interface RecoveryCodes {
  /** Each works once in place of a code; shown this once. */
  readonly recovery_codes: readonly string[];
}

export interface OwnerProof {
  /** The password that holds now; or else one of the codes. */
  readonly password?: string | null | undefined;
  /** Six digits that the authenticator app shows. */
  readonly code?: string | null | undefined;
  /** In place of a code; works once. */
  readonly recovery_code?: string | null | undefined;
}

export interface RedeemTicket {
  /** From the refusal `second_factor_required`; completes one sign-in. */
  readonly ticket: string;
  /** Six digits that the authenticator app shows. */
  readonly code?: string | null | undefined;
  /** In place of a code; works once. */
  readonly recovery_code?: string | null | undefined;
  /** What carries the session: the token in the answer, as where nothing is said, or a cookie that only pages of this address send, and no script can read. */
  readonly carrier?: 'token' | 'cookie' | undefined;
}

export interface AccountDeletion {
  /** When account and workspace end for good; until then it can be taken back. */
  readonly deletion_due_at: Date;
}

export interface AccountExport {
  /** The export. */
  readonly export_id: string;
  /** `preparing` while the archive is made, `ready` while it can be downloaded. */
  readonly status: Word<'preparing' | 'ready' | 'expired' | 'failed'>;
  /** When it was asked for. */
  readonly requested_at: Date;
  /** Since when it can be downloaded. */
  readonly ready_at: Date | null;
  /** Until when; then it is deleted. */
  readonly expires_at: Date | null;
  /** Size of the archive. */
  readonly size_bytes: number | null;
  /** SHA-256 of the archive. */
  readonly sha256: string | null;
  /** How many files are in it. */
  readonly file_count: number | null;
  /** How often its download was begun; counted up to 20. */
  readonly download_count: number;
  /** Works without a credential until it expires: whoever has it reads everything. Null before the archive is ready, and for a session whose sign-in is older than asking needs. */
  readonly download_url: string | null;
}

export interface Profile {
  /** The person's name. */
  readonly full_name: string | null;
  /** Company on the invoice. */
  readonly company_name: string | null;
  /** The company's website. */
  readonly company_website: string | null;
  /** Where invoices are sent. */
  readonly billing_email: string | null;
  /** Telephone number for questions about invoices. */
  readonly billing_phone: string | null;
  /** Tax number on the invoice. */
  readonly tax_id: string | null;
  /** First line of the invoice address. */
  readonly address_line1: string | null;
  /** Second line of the invoice address. */
  readonly address_line2: string | null;
  /** City of the invoice address. */
  readonly address_city: string | null;
  /** State or region of the invoice address. */
  readonly address_state: string | null;
  /** Postal code of the invoice address. */
  readonly address_postal_code: string | null;
  /** Country of the invoice address. */
  readonly address_country: string | null;
  /** The name of the organization. */
  readonly workspace_name: string;
  /** The e-mail address. */
  readonly email: string;
  /** The address that waits for its confirmation. */
  readonly pending_email_change_to: string | null;
  /** When the change of address was asked for. */
  readonly pending_email_change_requested_at: Date | null;
}

export interface ChangeProfile {
  /** The person's name. */
  readonly full_name?: string | null | undefined;
  /** Company on the invoice. */
  readonly company_name?: string | null | undefined;
  /** The company's website. */
  readonly company_website?: string | null | undefined;
  /** Where invoices are sent. */
  readonly billing_email?: string | null | undefined;
  /** Telephone number for questions about invoices. */
  readonly billing_phone?: string | null | undefined;
  /** Tax number on the invoice. */
  readonly tax_id?: string | null | undefined;
  /** First line of the invoice address. */
  readonly address_line1?: string | null | undefined;
  /** Second line of the invoice address. */
  readonly address_line2?: string | null | undefined;
  /** City of the invoice address. */
  readonly address_city?: string | null | undefined;
  /** State or region of the invoice address. */
  readonly address_state?: string | null | undefined;
  /** Postal code of the invoice address. */
  readonly address_postal_code?: string | null | undefined;
  /** Country of the invoice address. */
  readonly address_country?: string | null | undefined;
  /** The name of the organization. */
  readonly workspace_name?: string | undefined;
}

export interface Preferences {
  /** The id. */
  readonly id: string;
  /** The project. */
  readonly workspace_id: string;
  /** The person. */
  readonly user_id: string;
  /** Whether the person gets mails about what was done. */
  readonly transactional_enabled: boolean;
  /** Whether the person gets mails about trouble and limits. */
  readonly alerts_enabled: boolean;
  /** Whether the person gets mails about addresses to verify. */
  readonly verification_enabled: boolean;
  /** When it was made. */
  readonly created_at: Date;
  /** When it last changed. */
  readonly updated_at: Date;
}

export interface ChangePreferences {
  /** Whether the person gets mails about what was done. */
  readonly transactional_enabled?: boolean | null | undefined;
  /** Whether the person gets mails about trouble and limits. */
  readonly alerts_enabled?: boolean | null | undefined;
  /** Whether the person gets mails about addresses to verify. */
  readonly verification_enabled?: boolean | null | undefined;
}

export interface Unsubscribed {
  /** The state. */
  readonly status: Word<'unsubscribed'>;
  /** A sentence for people. */
  readonly message: string;
}

export interface ProjectsContext {
  readonly organization: Organization;
  readonly active_project: Project;
  /** All projects of the organization. */
  readonly projects: readonly Project[];
}

export interface CreateSandbox {
  /** Sandbox where absent. */
  readonly name?: string | null | undefined;
}

export interface SwitchProject {
  /** The project. */
  readonly project_id: string;
  /** What carries the session: the token in the answer, as where nothing is said, or a cookie that only pages of this address send, and no script can read. */
  readonly carrier?: 'token' | 'cookie' | undefined;
}

export interface SwitchedProject {
  readonly organization: Organization;
  readonly active_project: Project;
  /** All projects of the organization. */
  readonly projects: readonly Project[];
  /** For the project that is active now; empty where a cookie carries the session. */
  readonly access_token: string;
  /** Always bearer. */
  readonly token_type: Word<'bearer'>;
  /** Seconds. */
  readonly expires_in: number;
}

export interface CreateApiKey {
  /** The name. */
  readonly name: string;
  /** All when absent. */
  readonly scopes?: readonly ('read' | 'write' | 'destructive')[] | null | undefined;
  /** Accounts the key may name; every one when absent. */
  readonly platform_account_ids?: readonly string[] | null | undefined;
  /** When the key stops working, with its offset from UTC: in the future, within five years. Absent: it works until it is revoked, or as long as the key that makes it. */
  readonly expires_at?: Date | string | null | undefined;
}

export interface CreatedApiKey {
  /** The id. */
  readonly id: string;
  /** The project. */
  readonly workspace_id: string;
  /** The name. */
  readonly name: string;
  /** The first characters of the key, to recognize it by. */
  readonly key_prefix: string;
  /** What it may do. */
  readonly scopes: readonly (Word<'read' | 'write' | 'destructive'>)[];
  /** The only accounts that it may name; null: all of them. */
  readonly platform_account_ids: readonly string[] | null;
  /** The key that made it, whose grants, as they are now, bound its own; null: a person made it. */
  readonly made_by: string | null;
  /** From then on it is refused, with what it made; null: it has no end of its own. */
  readonly expires_at: Date | null;
  /** How it was made: device, for a terminal that signed in with a code; oauth, the grant of a program, which has tokens instead of a key; null: by a request for a key. */
  readonly source: string | null;
  /** The program that it was made for; null: whichever has it. */
  readonly client_name: string | null;
  /** What that program needs to publish: propose, your yes to each pin; confirm, the yes that it gets from you itself; direct, nothing; null: it is no grant. */
  readonly publishing_mode: string | null;
  /** Who agreed to that program; null where source is null. */
  readonly authorized_by_email: string | null;
  /** When it was made. */
  readonly created_at: Date;
  /** The key; shown this once. */
  readonly api_key: string;
}

export interface ApiKeyRecord {
  /** The id. */
  readonly id: string;
  /** The project. */
  readonly workspace_id: string;
  /** The name. */
  readonly name: string;
  /** The first characters of the key, to recognize it by. */
  readonly key_prefix: string;
  /** What it may do. */
  readonly scopes: readonly (Word<'read' | 'write' | 'destructive'>)[];
  /** The only accounts that it may name; null: all of them. */
  readonly platform_account_ids: readonly string[] | null;
  /** The key that made it, whose grants, as they are now, bound its own; null: a person made it. */
  readonly made_by: string | null;
  /** From then on it is refused, with what it made; null: it has no end of its own. */
  readonly expires_at: Date | null;
  /** How it was made: device, for a terminal that signed in with a code; oauth, the grant of a program, which has tokens instead of a key; null: by a request for a key. */
  readonly source: string | null;
  /** The program that it was made for; null: whichever has it. */
  readonly client_name: string | null;
  /** What that program needs to publish: propose, your yes to each pin; confirm, the yes that it gets from you itself; direct, nothing; null: it is no grant. */
  readonly publishing_mode: string | null;
  /** Who agreed to that program; null where source is null. */
  readonly authorized_by_email: string | null;
  /** When it was made. */
  readonly created_at: Date;
  /** When it was last used. */
  readonly last_used_at: Date | null;
  /** When it was revoked. */
  readonly revoked_at: Date | null;
}

export interface UpdateApiKey {
  /** null leaves it. */
  readonly name?: string | null | undefined;
  /** All when absent. */
  readonly scopes?: readonly ('read' | 'write' | 'destructive')[] | null | undefined;
  /** Accounts the key may name; every one when absent. */
  readonly platform_account_ids?: readonly string[] | null | undefined;
  /** Of a program's grant: a stricter one than now; a looser one is agreed to at `/app/grant`. null leaves it. */
  readonly publishing_mode?: 'propose' | 'confirm' | 'direct' | null | undefined;
}

export interface StartedConnection {
  /** The consent page of the platform, for a user who knows what is about to be connected. */
  readonly authorization_url: string;
  /** A page that says which workspace is about to be connected and by whom, and leads on. Only the browser that opened it can end it. */
  readonly connect_url: string;
  /** Comes back with the user; works once. */
  readonly state: string;
  /** Until then the state works. */
  readonly expires_at: Date;
}

export interface ConnectedAccount {
  /** The state. */
  readonly status: Word<'connected'>;
  /** A sentence for people. */
  readonly message: string;
  /** A connected account of the project. */
  readonly account_id: string;
}

export interface Account {
  /** The id. */
  readonly id: string;
  /** The project. */
  readonly workspace_id: string;
  /** The user on the platform. */
  readonly platform_user_id: string;
  /** The name that people see. */
  readonly display_name: string | null;
  /** The name on the platform. */
  readonly username: string | null;
  /** Separated by commas. */
  readonly scopes: string;
  /** When it was made. */
  readonly created_at: Date;
  /** When it last changed. */
  readonly updated_at: Date;
  /** When it was revoked. */
  readonly revoked_at: Date | null;
  /** Whether the connection can be used. */
  readonly health_status: Word<'healthy' | 'reconnect_required' | 'revoked'>;
  /** What is wrong with the connection. */
  readonly health_message: string | null;
  /** When the connection was last looked at. */
  readonly health_checked_at: Date | null;
  /** Asked for and not granted. */
  readonly missing_scopes: readonly string[];
  /** Whether the account has to be connected again. */
  readonly reconnect_required: boolean;
  /** When the platform's access token ends; it is renewed before. */
  readonly token_expires_at: Date | null;
}

export interface Board {
  /** Digits; does not fit a number. */
  readonly id: string;
  /** The name of the board. */
  readonly name: string;
  /** Text below the title. */
  readonly description: string | null;
  /** Who may see the board. */
  readonly privacy: Word<'PUBLIC' | 'PROTECTED' | 'SECRET'>;
  /** How many pins are on the board. */
  readonly pin_count: number | null;
  /** User name at the platform. */
  readonly owner: string | null;
}

export interface BoardCreate {
  /** Text below the title. */
  readonly description?: string | null | undefined;
  /** Who may see the board; the same as privacy. */
  readonly visibility?: 'PUBLIC' | 'SECRET' | 'null' | null | undefined;
  /** The same as visibility. */
  readonly privacy?: 'PUBLIC' | 'SECRET' | 'null' | null | undefined;
  /** A connected account of the project. */
  readonly account_id: string;
  /** The name. */
  readonly name: string;
}

export interface BoardUpdate {
  /** Text below the title. */
  readonly description?: string | null | undefined;
  /** Who may see the board; the same as privacy. */
  readonly visibility?: 'PUBLIC' | 'SECRET' | 'null' | null | undefined;
  /** The same as visibility. */
  readonly privacy?: 'PUBLIC' | 'SECRET' | 'null' | null | undefined;
  /** Needed here or in the query. */
  readonly account_id?: string | null | undefined;
  /** null leaves it. */
  readonly name?: string | null | undefined;
}

export interface AccountHealth {
  /** The state. */
  readonly status: Word<'healthy' | 'reconnect_required' | 'revoked'>;
  /** A sentence for people. */
  readonly message: string | null;
  /** When it was last looked at. */
  readonly checked_at: Date | null;
}

export interface BoardAccess {
  /** A connected account of the project. */
  readonly account_id: string;
  /** The board, as the platform names it. */
  readonly board_id: string;
  /** Also true when the platform could not be asked. */
  readonly publishable: boolean;
  /** The state. */
  readonly status: Word<'ok' | 'failed' | 'skipped'>;
  /** Stable; why it failed or was skipped. */
  readonly code: string | null;
  /** A sentence for people. */
  readonly message: string;
  /** What to do about it. */
  readonly remediation: string | null;
  /** When it was last looked at. */
  readonly checked_at: Date;
  /** Where the answer comes from. */
  readonly source: Word<'cache' | 'platform' | 'local'>;
  /** The board as the platform described it. */
  readonly board: Board | null;
  /** Of the account, as far as it is known. */
  readonly account_health: AccountHealth;
  /** Of a skipped one. */
  readonly retry_after_seconds: number | null;
}

export interface Asset {
  /** The id. */
  readonly id: string;
  /** The project. */
  readonly workspace_id: string;
  /** Image or video, by its content. */
  readonly asset_type: Word<'image' | 'video'>;
  /** The name of the uploaded file. */
  readonly original_filename: string;
  /** By its content. */
  readonly content_type: string;
  /** Size of the file in bytes. */
  readonly file_size_bytes: number;
  /** The id with an extension for the content. */
  readonly stored_filename: string;
  /** Width in pixels. */
  readonly width: number | null;
  /** Height in pixels. */
  readonly height: number | null;
  /** Length of the video in seconds. */
  readonly duration_seconds: number | null;
  /** SHA-256 of the file, lower-case hex. */
  readonly sha256: string;
  /** Pins that show it, whatever their status. */
  readonly referenced_by_pin_count: number;
  /** Works without a credential until it expires. */
  readonly public_url: string;
  /** When it was made. */
  readonly created_at: Date;
  /** When it last changed. */
  readonly updated_at: Date;
}

export interface AssetList {
  /** The assets of this page. */
  readonly assets: readonly Asset[];
  /** How many there are on all pages. */
  readonly total: number;
  /** `cursor` of the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Bytes that are stored. */
  readonly storage_used_bytes: number;
  /** Bytes that the plan stores. */
  readonly storage_quota_bytes: number;
  /** Of the quota, with two decimals; 100 where the plan has no storage. */
  readonly storage_used_percent: number;
}

export interface DeletedAsset {
  /** Whether it is gone now. */
  readonly deleted: boolean;
  /** Where it is true, the answer is 409 conflict. */
  readonly requires_confirmation: boolean;
  /** Pins that show it, whatever their status. */
  readonly referenced_pin_count: number;
  /** What the storage gains. */
  readonly freed_bytes: number;
}

export interface ImportRow {
  /** The connected account to publish with. */
  readonly account_id: string;
  /** The board, as the platform names it. */
  readonly board_id: string;
  /** The title. */
  readonly title: string;
  /** Text below the title. */
  readonly description?: string | null | undefined;
  /** Where the pin leads to. */
  readonly link_url?: string | null | undefined;
  /** Exactly one of image_url and asset_id. */
  readonly image_url?: string | null | undefined;
  /** An uploaded asset of the project. */
  readonly asset_id?: string | null | undefined;
  /** What the image shows, for those who cannot see it. */
  readonly alt_text?: string | null | undefined;
  /** A section of the board. */
  readonly board_section_id?: string | null | undefined;
  /** Shown until the image has loaded, as #RRGGBB. */
  readonly dominant_color?: string | null | undefined;
  /** An array, or one comma-separated string; at most 100 terms of at most 100 characters. */
  readonly related_terms?: readonly string[] | null | undefined;
  /** Cover of a video; at most one of the two. */
  readonly cover_image_url?: string | null | undefined;
  /** An uploaded image as the cover of a video. */
  readonly cover_image_asset_id?: string | null | undefined;
  /** Also as the header Idempotency-Key. */
  readonly idempotency_key?: string | null | undefined;
  /** The row becomes a schedule; with an offset. */
  readonly run_at?: Date | string | null | undefined;
}

export interface ImportResult {
  /** Place in the file, from 1. */
  readonly row_number: number;
  /** The state. */
  readonly status: Word<'created' | 'existing' | 'failed'>;
  /** The pin. */
  readonly pin_id: string | null;
  /** The schedule. */
  readonly schedule_id: string | null;
  /** As given, or made of the content. */
  readonly idempotency_key: string | null;
  /** Stable code of what went wrong. */
  readonly error_code: string | null;
  /** What went wrong, as a sentence. */
  readonly error_message: string | null;
  /** The field at fault. */
  readonly error_field: string | null;
}

export interface Import {
  /** The id. */
  readonly id: string;
  /** The project. */
  readonly workspace_id: string;
  /** JSON or CSV. */
  readonly source_type: Word<'json' | 'csv'>;
  /** The state. */
  readonly status: Word<'queued' | 'processing' | 'completed' | 'completed_with_errors' | 'failed'>;
  /** The name of the file. */
  readonly source_filename: string | null;
  /** Rows of the file. */
  readonly total_rows: number;
  /** Rows that have been dealt with. */
  readonly processed_rows: number;
  /** Rows that became pins or schedules. */
  readonly created_rows: number;
  /** Rows whose pin or schedule had been created before. */
  readonly existing_rows: number;
  /** Rows that were refused. */
  readonly failed_rows: number;
  /** Of the rows that are done, in the order of the file; empty in lists. */
  readonly results: readonly ImportResult[];
  /** Why it ended before all rows were done. */
  readonly error_message: string | null;
  /** When it was made. */
  readonly created_at: Date;
  /** When it began. */
  readonly started_at: Date | null;
  /** When it ended. */
  readonly completed_at: Date | null;
  /** When it last changed. */
  readonly updated_at: Date;
}

export interface BulkIds {
  /** An id that comes again is changed once. */
  readonly ids: readonly string[];
}

export interface BulkItem {
  /** As it was given. */
  readonly id: string;
  /** skipped: it was so already. */
  readonly status: Word<'succeeded' | 'skipped' | 'failed'>;
  /** Of a failed one: what a request for it alone would have answered. */
  readonly error_code: string | null;
  /** What went wrong, as a sentence. */
  readonly error_message: string | null;
}

export interface BulkResult {
  /** How many succeeded. */
  readonly succeeded_count: number;
  /** How many were so already. */
  readonly skipped_count: number;
  /** How many failed. */
  readonly failed_count: number;
  /** One for each id, in the order of the request. */
  readonly results: readonly BulkItem[];
}

export interface CreatePin {
  /** The connected account to publish with. */
  readonly account_id: string;
  /** The board, as the platform names it. */
  readonly board_id: string;
  /** The title. */
  readonly title: string;
  /** Text below the title. */
  readonly description?: string | null | undefined;
  /** Where the pin leads to. */
  readonly link_url?: string | null | undefined;
  /** Exactly one of image_url and asset_id. */
  readonly image_url?: string | null | undefined;
  /** An uploaded asset of the project. */
  readonly asset_id?: string | null | undefined;
  /** What the image shows, for those who cannot see it. */
  readonly alt_text?: string | null | undefined;
  /** A section of the board. */
  readonly board_section_id?: string | null | undefined;
  /** Shown until the image has loaded, as #RRGGBB. */
  readonly dominant_color?: string | null | undefined;
  /** An array, or one comma-separated string; at most 100 terms of at most 100 characters. */
  readonly related_terms?: readonly string[] | null | undefined;
  /** Cover of a video; at most one of the two. */
  readonly cover_image_url?: string | null | undefined;
  /** An uploaded image as the cover of a video. */
  readonly cover_image_asset_id?: string | null | undefined;
  /** Also as the header Idempotency-Key. */
  readonly idempotency_key?: string | null | undefined;
}

export interface Batch {
  /** The pins to create. */
  readonly pins: readonly CreatePin[];
}

export interface Pin {
  /** The id. */
  readonly id: string;
  /** The project. */
  readonly workspace_id: string;
  /** The connected account that publishes it. */
  readonly platform_account_id: string;
  /** The state. */
  readonly status: Word<'queued' | 'deferred' | 'publishing' | 'published' | 'failed'>;
  /** Image or video. */
  readonly media_type: Word<'image' | 'video'>;
  /** The title. */
  readonly title: string;
  /** Text below the title. */
  readonly description: string | null;
  /** Where the pin leads to. */
  readonly link_url: string | null;
  /** What the image shows, for those who cannot see it. */
  readonly alt_text: string | null;
  /** Words that describe the pin. */
  readonly related_terms: readonly string[] | null;
  /** Shown until the image has loaded, as #RRGGBB. */
  readonly dominant_color: string | null;
  /** Where the published file is. */
  readonly media_url: string | null;
  /** Where the image is. */
  readonly image_url: string | null;
  /** Where the cover of a video is. */
  readonly cover_image_url: string | null;
  /** An uploaded asset of the project. */
  readonly asset_id: string | null;
  /** The board, as the platform names it. */
  readonly board_id: string;
  /** A section of the board. */
  readonly board_section_id: string | null;
  /** The pin on the platform. */
  readonly platform_pin_id: string | null;
  /** Where people see it on the platform. */
  readonly platform_url: string | null;
  /** Stable code of what went wrong. */
  readonly error_code: string | null;
  /** What went wrong, as a sentence. */
  readonly error_message: string | null;
  /** Publishing attempts that count. */
  readonly attempts: number;
  /** When it is tried again. */
  readonly next_attempt_at: Date | null;
  /** The same request with the same key creates nothing twice. */
  readonly idempotency_key: string | null;
  /** The schedule. */
  readonly schedule_id: string | null;
  /** The import that it came with. */
  readonly import_job_id: string | null;
  /** When it was made. */
  readonly created_at: Date;
  /** When it last changed. */
  readonly updated_at: Date;
  /** When the platform had taken it. */
  readonly published_at: Date | null;
  /** When it failed. */
  readonly failed_at: Date | null;
}

export interface BatchResult {
  /** Index in the request, from 0. */
  readonly index: number;
  /** The same request with the same key creates nothing twice. */
  readonly idempotency_key: string | null;
  /** The state. */
  readonly status: Word<'created' | 'existing' | 'failed'>;
  /** The pin. */
  readonly pin: Pin | null;
  /** Of a failed one. */
  readonly error: ErrorBody | null;
}

export interface Headroom {
  /** Pins a calendar month (UTC). */
  readonly quota_limit: number;
  /** Pins used this month. */
  readonly quota_used: number;
  /** Pins left this month. */
  readonly quota_remaining: number;
  /** Tokens in the account's bucket. */
  readonly rate_remaining: number | null;
  /** Tokens in the account's full bucket. */
  readonly rate_capacity: number | null;
  /** Tokens that come into the account's bucket per second. */
  readonly rate_refill_per_second: number | null;
  /** When a pin created now is expected to be published. */
  readonly estimated_start_at: Date | null;
}

export interface TakenBatch {
  /** How many were created. */
  readonly created_count: number;
  /** How many had been created before. */
  readonly existing_count: number;
  /** How many failed. */
  readonly failed_count: number;
  /** In the order of the request. */
  readonly results: readonly BatchResult[];
  readonly headroom: Headroom;
}

export interface Check {
  /** What was checked. */
  readonly name: Word<'payload' | 'account' | 'board_access' | 'media' | 'quota' | 'rate' | 'duplicate' | 'forecast'>;
  /** What the check found. */
  readonly status: Word<'passed' | 'failed' | 'warning' | 'skipped'>;
  /** Stable code of the finding. */
  readonly code: string | null;
  /** A sentence for people. */
  readonly message: string | null;
  /** What to do about it. */
  readonly remediation: string | null;
  /** Figures and fields behind the finding. */
  readonly details: Readonly<Record<string, unknown>> | null;
}

export interface ValidatedPin {
  /** No check failed. */
  readonly valid: boolean;
  /** Always true: nothing was written. */
  readonly dry_run: boolean;
  /** Each check with what it found. */
  readonly checks: readonly Check[];
  /** The creation as it is understood. */
  readonly resolved: CreatePin | null;
  /** The pin that an equal request has created before. */
  readonly existing_pin_id: string | null;
  readonly headroom: Headroom;
}

export interface TimelineItem {
  /** When it happened. */
  readonly at: Date;
  /** The fact. */
  readonly type: string;
  /** What it made of the pin, its import, schedule, unit of quota or delivery. */
  readonly status: string;
  /** A sentence for people. */
  readonly message: string;
  /** Why it was put off, failed, waited or waits. */
  readonly reason: string | null;
  /** What happens next, or what to do. */
  readonly next_step: string | null;
  /** Which attempt at publishing it belongs to, from 1. */
  readonly attempt: number | null;
  /** Who or what did it. */
  readonly actor: string;
  /** Position of the fact in the log. */
  readonly position: string;
}

export interface Timeline {
  /** The pin. */
  readonly pin_id: string;
  /** What happened to the pin, the oldest first. */
  readonly items: readonly TimelineItem[];
}

export interface RetryPin {
  /** The board, as the platform names it. */
  readonly board_id?: string | null | undefined;
  /** A connected account of the project. */
  readonly account_id?: string | null | undefined;
}

export interface EditPin {
  /** Text below the title. */
  readonly description?: string | null | undefined;
  /** Where the pin leads to. */
  readonly link_url?: string | null | undefined;
  /** Exactly one of image_url and asset_id. */
  readonly image_url?: string | null | undefined;
  /** An uploaded asset of the project. */
  readonly asset_id?: string | null | undefined;
  /** What the image shows, for those who cannot see it. */
  readonly alt_text?: string | null | undefined;
  /** A section of the board. */
  readonly board_section_id?: string | null | undefined;
  /** Shown until the image has loaded, as #RRGGBB. */
  readonly dominant_color?: string | null | undefined;
  /** An array, or one comma-separated string; at most 100 terms of at most 100 characters. */
  readonly related_terms?: readonly string[] | null | undefined;
  /** Cover of a video; at most one of the two. */
  readonly cover_image_url?: string | null | undefined;
  /** An uploaded image as the cover of a video. */
  readonly cover_image_asset_id?: string | null | undefined;
  /** The title. */
  readonly title?: string | null | undefined;
  /** The board, as the platform names it. */
  readonly board_id?: string | null | undefined;
}

export interface DeletedPin {
  /** The id. */
  readonly id: string;
  /** Whether it is gone now. */
  readonly deleted: boolean;
  /** Whether it is gone on the platform, too. */
  readonly removed_from_platform: boolean;
  /** The pin on the platform. */
  readonly platform_pin_id: string | null;
  /** Why it could not be removed from the platform. */
  readonly reason: string | null;
}

export interface Job {
  /** The same as the pin. */
  readonly job_id: string;
  /** The pin. */
  readonly pin_id: string;
  /** The state. */
  readonly status: Word<'queued' | 'deferred' | 'publishing' | 'published' | 'failed'>;
  /** When the pin was accepted. */
  readonly submitted_at: Date;
  /** When it was published or failed. */
  readonly completed_at: Date | null;
  /** The pin on the platform. */
  readonly platform_pin_id: string | null;
  /** Stable code of what went wrong. */
  readonly error_code: string | null;
  /** What went wrong, as a sentence. */
  readonly error_message: string | null;
}

export interface AccountBucket {
  /** Tokens in the bucket now. */
  readonly tokens_available: number;
  /** Tokens in the full bucket. */
  readonly capacity: number;
  /** Tokens a second. */
  readonly refill_rate: number;
  /** A connected account of the project. */
  readonly account_id: string;
}

export interface Bucket {
  /** Tokens in the bucket now. */
  readonly tokens_available: number;
  /** Tokens in the full bucket. */
  readonly capacity: number;
  /** Tokens a second. */
  readonly refill_rate: number;
}

export interface RateMeter {
  readonly account: AccountBucket;
  readonly global: Bucket;
  /** Waiting pins of the account. */
  readonly queued_ahead: number;
  /** When a pin queued now would start. */
  readonly estimated_start_at: Date;
}

export interface ForecastItem {
  /** The schedule. */
  readonly schedule_id: string;
  /** When it is due. */
  readonly run_at: Date;
  /** Where the quota is not back within a day: when it is back. */
  readonly expected_at: Date;
  /** How many seconds after run_at it is expected to go. */
  readonly delay_seconds: number;
  /** Why. */
  readonly reason: Word<'quota_exceeded' | 'account_rate_limited' | 'global_rate_limited' | 'null'> | null;
}

export interface Forecast {
  /** The first 10,000 that have not fired, by their time. */
  readonly items: readonly ForecastItem[];
  /** When the last unit of a month is taken. */
  readonly quota_exhausted_at: Date | null;
}

export interface CalendarDay {
  /** The day in `timezone`. */
  readonly date: string;
  /** Its beginning; of the first one that of the range. */
  readonly start: Date;
  /** Its end, not in it; of the last one that of the range. */
  readonly end: Date;
  /** Schedules whose `run_at` is in it, in every status. */
  readonly total: number;
  /** The same by status; those without any are absent. */
  readonly by_status: Readonly<Record<string, number>>;
  /** Schedules that have not fired and would go out in it by what is known now, whenever they are due. */
  readonly expected: number;
  /** Schedules that are due in it and would go out more than a minute late. */
  readonly slipping: number;
  /** The same by reason: `quota_exceeded`, `account_rate_limited`, `global_rate_limited`; those without any are absent. */
  readonly slipping_by_reason: Readonly<Record<string, number>>;
}

export interface ScheduleCalendar {
  /** Beginning of the range. */
  readonly start: Date;
  /** End of the range, not in it. */
  readonly end: Date;
  /** Whose days they are. */
  readonly timezone: string;
  /** Every day of the range. */
  readonly days: readonly CalendarDay[];
  /** From here on nothing is forecast, as more than 10,000 are due before; null where all of the range is. */
  readonly forecast_until: Date | null;
  /** When the last unit of a month is taken. */
  readonly quota_exhausted_at: Date | null;
}

export interface CreateSchedule {
  /** The connected account to publish with. */
  readonly account_id: string;
  /** The board, as the platform names it. */
  readonly board_id: string;
  /** The title. */
  readonly title: string;
  /** Text below the title. */
  readonly description?: string | null | undefined;
  /** Where the pin leads to. */
  readonly link_url?: string | null | undefined;
  /** Exactly one of image_url and asset_id. */
  readonly image_url?: string | null | undefined;
  /** An uploaded asset of the project. */
  readonly asset_id?: string | null | undefined;
  /** What the image shows, for those who cannot see it. */
  readonly alt_text?: string | null | undefined;
  /** A section of the board. */
  readonly board_section_id?: string | null | undefined;
  /** Shown until the image has loaded, as #RRGGBB. */
  readonly dominant_color?: string | null | undefined;
  /** An array, or one comma-separated string; at most 100 terms of at most 100 characters. */
  readonly related_terms?: readonly string[] | null | undefined;
  /** Cover of a video; at most one of the two. */
  readonly cover_image_url?: string | null | undefined;
  /** An uploaded image as the cover of a video. */
  readonly cover_image_asset_id?: string | null | undefined;
  /** Also as the header Idempotency-Key. */
  readonly idempotency_key?: string | null | undefined;
  /** When the pin is to be queued: a moment in the future, with its offset from UTC. */
  readonly run_at: Date | string;
}

export interface ValidatedSchedule {
  /** No check failed. */
  readonly valid: boolean;
  /** Always true: nothing was written. */
  readonly dry_run: boolean;
  /** Each check with what it found. */
  readonly checks: readonly Check[];
  /** The creation as it is understood. */
  readonly resolved: CreateSchedule | null;
  /** The pin that an equal request has created before. */
  readonly existing_pin_id: string | null;
  readonly headroom: Headroom;
  /** The schedule that an equal request has created before. */
  readonly existing_schedule_id: string | null;
}

export interface SchedulePayload {
  /** A connected account of the project. */
  readonly account_id: string;
  /** The board, as the platform names it. */
  readonly board_id: string;
  /** The title. */
  readonly title: string;
  /** Text below the title. */
  readonly description: string | null;
  /** Where the pin leads to. */
  readonly link_url: string | null;
  /** Image or video. */
  readonly media_type: Word<'image' | 'video'>;
  /** Where the published file is. */
  readonly media_url: string | null;
  /** Where the image is. */
  readonly image_url: string | null;
  /** An uploaded asset of the project. */
  readonly asset_id: string | null;
  /** What the image shows, for those who cannot see it. */
  readonly alt_text: string | null;
  /** A section of the board. */
  readonly board_section_id: string | null;
  /** Shown until the image has loaded, as #RRGGBB. */
  readonly dominant_color: string | null;
  /** Words that describe the pin. */
  readonly related_terms: readonly string[] | null;
  /** Where the cover of a video is. */
  readonly cover_image_url: string | null;
  /** An uploaded image as the cover of a video. */
  readonly cover_image_asset_id: string | null;
  /** The same request with the same key creates nothing twice. */
  readonly idempotency_key: string | null;
}

export interface CreatedSchedule {
  /** The id. */
  readonly id: string;
  /** The project. */
  readonly workspace_id: string;
  /** The connected account that publishes it. */
  readonly platform_account_id: string;
  /** In UTC. */
  readonly run_at: Date;
  /** The state. */
  readonly status: Word<'scheduled' | 'queued' | 'deferred' | 'running' | 'done' | 'failed' | 'canceled'>;
  readonly payload: SchedulePayload;
  /** Code and words. */
  readonly last_error: string | null;
  /** Stable code of what went wrong. */
  readonly error_code: string | null;
  /** What went wrong, as a sentence. */
  readonly error_message: string | null;
  /** The pin that was queued when it fired. */
  readonly pin_id: string | null;
  /** The same request with the same key creates nothing twice. */
  readonly idempotency_key: string | null;
  /** The import that it came with. */
  readonly import_job_id: string | null;
  /** When its pin was queued. */
  readonly fired_at: Date | null;
  /** When it was made. */
  readonly created_at: Date;
  /** When it last changed. */
  readonly updated_at: Date;
  /** Where it would go out more than a minute late. */
  readonly warnings?: readonly Check[] | undefined;
}

export interface Schedule {
  /** The id. */
  readonly id: string;
  /** The project. */
  readonly workspace_id: string;
  /** The connected account that publishes it. */
  readonly platform_account_id: string;
  /** In UTC. */
  readonly run_at: Date;
  /** The state. */
  readonly status: Word<'scheduled' | 'queued' | 'deferred' | 'running' | 'done' | 'failed' | 'canceled'>;
  readonly payload: SchedulePayload;
  /** Code and words. */
  readonly last_error: string | null;
  /** Stable code of what went wrong. */
  readonly error_code: string | null;
  /** What went wrong, as a sentence. */
  readonly error_message: string | null;
  /** The pin that was queued when it fired. */
  readonly pin_id: string | null;
  /** The same request with the same key creates nothing twice. */
  readonly idempotency_key: string | null;
  /** The import that it came with. */
  readonly import_job_id: string | null;
  /** When its pin was queued. */
  readonly fired_at: Date | null;
  /** When it was made. */
  readonly created_at: Date;
  /** When it last changed. */
  readonly updated_at: Date;
}

export interface EditSchedule {
  /** Text below the title. */
  readonly description?: string | null | undefined;
  /** Where the pin leads to. */
  readonly link_url?: string | null | undefined;
  /** Exactly one of image_url and asset_id. */
  readonly image_url?: string | null | undefined;
  /** An uploaded asset of the project. */
  readonly asset_id?: string | null | undefined;
  /** What the image shows, for those who cannot see it. */
  readonly alt_text?: string | null | undefined;
  /** A section of the board. */
  readonly board_section_id?: string | null | undefined;
  /** Shown until the image has loaded, as #RRGGBB. */
  readonly dominant_color?: string | null | undefined;
  /** An array, or one comma-separated string; at most 100 terms of at most 100 characters. */
  readonly related_terms?: readonly string[] | null | undefined;
  /** Cover of a video; at most one of the two. */
  readonly cover_image_url?: string | null | undefined;
  /** An uploaded image as the cover of a video. */
  readonly cover_image_asset_id?: string | null | undefined;
  /** The title. */
  readonly title?: string | null | undefined;
  /** The board, as the platform names it. */
  readonly board_id?: string | null | undefined;
  /** A moment in the future, with its offset from UTC; null leaves it. */
  readonly run_at?: Date | string | null | undefined;
}

export interface ProposedPin {
  /** The connected account to publish with. */
  readonly account_id: string;
  /** The board, as the platform names it. */
  readonly board_id: string;
  /** The title. */
  readonly title: string;
  /** Text below the title. */
  readonly description?: string | null | undefined;
  /** Where the pin leads to. */
  readonly link_url?: string | null | undefined;
  /** Exactly one of image_url and asset_id. */
  readonly image_url?: string | null | undefined;
  /** An uploaded asset of the project. */
  readonly asset_id?: string | null | undefined;
  /** What the image shows, for those who cannot see it. */
  readonly alt_text?: string | null | undefined;
  /** A section of the board. */
  readonly board_section_id?: string | null | undefined;
  /** Shown until the image has loaded, as #RRGGBB. */
  readonly dominant_color?: string | null | undefined;
  /** An array, or one comma-separated string; at most 100 terms of at most 100 characters. */
  readonly related_terms?: readonly string[] | null | undefined;
  /** Cover of a video; at most one of the two. */
  readonly cover_image_url?: string | null | undefined;
  /** An uploaded image as the cover of a video. */
  readonly cover_image_asset_id?: string | null | undefined;
  /** Also as the header Idempotency-Key. */
  readonly idempotency_key?: string | null | undefined;
  /** Of `schedule` only, and needed there. */
  readonly run_at?: Date | string | undefined;
}

export interface ProposedItem {
  /** What happened, as <resource>.<what>. */
  readonly action: 'publish' | 'schedule' | 'change_pin' | 'change_schedule' | 'retry_pin';
  /** Of `publish` and `schedule`. */
  readonly pin?: ProposedPin | undefined;
  /** The pin or schedule, of the other actions. */
  readonly id?: string | undefined;
  /** Of `change_pin` and `change_schedule`; `run_at` of schedules only. */
  readonly changes?: EditSchedule | undefined;
  /** Of `retry_pin`: where else it is to go. */
  readonly target?: RetryPin | undefined;
}

export interface Propose {
  /** The entries of this page. */
  readonly items: readonly ProposedItem[];
  /** Also as the header Idempotency-Key. */
  readonly idempotency_key?: string | null | undefined;
}

export interface ProposalItem {
  /** Place in the proposal, from 1. */
  readonly number: number;
  /** What happened, as <resource>.<what>. */
  readonly action: Word<'publish' | 'schedule' | 'change_pin' | 'change_schedule' | 'retry_pin'>;
  /** The state. */
  readonly status: Word<'waiting' | 'approving' | 'approved' | 'declined' | 'failed'>;
  /** A connected account of the project. */
  readonly account_id: string;
  /** A creation, or what is to be different, under the names of requests; as the person edited it. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The pin that it is about, or that it became. */
  readonly pin_id: string | null;
  /** The same of a schedule. */
  readonly schedule_id: string | null;
  /** By which way a person decided. */
  readonly decided_by: Word<'page' | 'session' | 'null'> | null;
  /** Which person. */
  readonly decided_by_user_id: string | null;
  /** When he did. */
  readonly decided_at: Date | null;
  /** Stable code of what went wrong. */
  readonly error_code: string | null;
  /** What went wrong, as a sentence. */
  readonly error_message: string | null;
  /** What to do about it. */
  readonly remediation: string | null;
  /** With `GET /v1/proposals/{id}`, of open items; else empty. */
  readonly checks: readonly Check[];
  /** With `GET /v1/proposals/{id}` by a person, of open changes and retries: what is there now. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** The same of every open item: the whole that it leads to. */
  readonly after: Readonly<Record<string, unknown>> | null;
  /** Of that whole: given back with the agreement, it says what the person has seen. */
  readonly fingerprint: string | null;
}

export interface Proposal {
  /** The id. */
  readonly id: string;
  /** The project. */
  readonly workspace_id: string;
  /** The state. */
  readonly status: Word<'open' | 'decided' | 'expired' | 'ended'>;
  /** The API key or grant that asks. */
  readonly api_key_id: string | null;
  /** What the program of a grant calls itself. */
  readonly client_name: string | null;
  /** The page on which a person agrees. */
  readonly url: string;
  /** How many items it has. */
  readonly total_items: number;
  /** Neither approved nor declined. */
  readonly open_items: number;
  /** Agreed to and done. */
  readonly approved_items: number;
  /** Empty in lists. */
  readonly items: readonly ProposalItem[];
  /** When it was made. */
  readonly created_at: Date;
  /** Nothing is agreed to from then on. */
  readonly expires_at: Date;
  /** When it last changed. */
  readonly updated_at: Date;
}

export interface ItemChoice {
  /** Place in the proposal, from 1. */
  readonly number: number;
  /** What is made of it; `run_at` of schedules only. */
  readonly changes?: EditSchedule | undefined;
  /** As the person was shown the item; 409 `conflict` where it is another one by now. */
  readonly fingerprint?: string | null | undefined;
}

export interface Approve {
  /** Absent: all that is open. */
  readonly items?: readonly ItemChoice[] | null | undefined;
}

export interface DeclinedItem {
  /** Place in the proposal, from 1. */
  readonly number: number;
}

export interface Decline {
  /** Absent: all that is open. */
  readonly items?: readonly DeclinedItem[] | null | undefined;
}

export interface PlanFeatures {
  /** Whether the plan has uploads. */
  readonly uploaded_media_assets: boolean;
  /** Whether the plan has imports. */
  readonly bulk_imports: boolean;
}

export interface BillingStatus {
  /** The plan. */
  readonly plan: Word<'playground' | 'starter' | 'growth' | 'pro' | 'enterprise'>;
  /** Who takes the payments. */
  readonly billing_provider: string;
  /** Whether it is paid by the month or by the year. */
  readonly billing_cycle: Word<'monthly' | 'annual' | 'null'> | null;
  /** State of the subscription. */
  readonly billing_status: Word<'active' | 'trialing' | 'past_due' | 'canceled' | 'unpaid'>;
  /** When the paid period began. */
  readonly current_period_start: Date | null;
  /** When the paid period ends. */
  readonly current_period_end: Date | null;
  /** When the subscription ends by itself. */
  readonly cancel_at: Date | null;
  readonly features: PlanFeatures;
  /** Pins a calendar month, in UTC. */
  readonly quota_limit: number;
  /** Pins used this month. */
  readonly quota_used: number;
  /** Pins left this month. */
  readonly quota_remaining: number;
  /** When the next month begins (UTC). */
  readonly quota_reset_at: Date;
  /** Whether nothing is left of this month. */
  readonly quota_exhausted: boolean;
  /** How many accounts the plan allows. */
  readonly platform_accounts_limit: number;
  /** How many accounts are connected. */
  readonly platform_accounts_used: number;
  /** Bytes that the plan stores. */
  readonly storage_quota_bytes: number;
  /** Bytes that are stored. */
  readonly storage_used_bytes: number;
}

export interface LedgerEntry {
  /** When it happened. */
  readonly at: Date;
  /** Consumed or released. */
  readonly kind: Word<'consumed' | 'released'>;
  /** The pin. */
  readonly pin_id: string | null;
  /** The schedule. */
  readonly schedule_id: string | null;
  /** How the pin came in. */
  readonly source: Word<'api' | 'batch' | 'import' | 'schedule'>;
  /** Why the unit was given back. */
  readonly reason: Word<'pin_abandoned' | 'scheduled_publish_failed' | 'schedule_canceled' | 'null'> | null;
  /** Who caused it, as type:id. */
  readonly actor: string;
  /** Units used in the entry's month after it, of the whole project. */
  readonly balance: number;
}

export interface LedgerPage {
  /** The entries of this page. */
  readonly items: readonly LedgerEntry[];
  /** Send it as cursor for the next page; null on the last one. */
  readonly next_cursor: string | null;
}

export interface Checkout {
  /** The plan. */
  readonly plan: 'starter' | 'growth' | 'pro';
  /** Whether it is paid by the month or by the year. */
  readonly billing_cycle: 'monthly' | 'annual';
}

export interface BillingSession {
  /** A page of the payment provider's, for the customer's browser. */
  readonly url: string;
}

export interface Price {
  /** Whether it is paid by the month or by the year. */
  readonly billing_cycle: Word<'monthly' | 'annual'>;
  /** In the smallest units of the currency; 0 for what is free or agreed. */
  readonly unit_amount: number;
  /** ISO 4217, lower-case. */
  readonly currency: string;
  /** The amount as people read it. */
  readonly amount_display: string;
}

export interface PlanPrices {
  /** The plan. */
  readonly plan: Word<'playground' | 'starter' | 'growth' | 'pro' | 'enterprise'>;
  /** The name. */
  readonly name: string;
  /** The plan in a few words. */
  readonly subtitle: string;
  /** The plan most choose. */
  readonly highlight: boolean;
  /** What the plan offers, line by line. */
  readonly feature_bullets: readonly string[];
  /** Pins a calendar month (UTC). */
  readonly quota_pins_monthly: number;
  /** How many accounts the plan allows. */
  readonly platform_accounts_limit: number;
  /** Whether the plan has uploads. */
  readonly uploaded_media_assets: boolean;
  /** Whether the plan has imports. */
  readonly bulk_imports: boolean;
  /** How many days the activity log shows. */
  readonly activity_log_retention_days: number;
  readonly monthly_price: Price;
  readonly annual_price: Price;
}

export interface Pricing {
  /** Where the answer comes from. */
  readonly source: string;
  /** Since when these prices hold. */
  readonly refreshed_at: Date;
  /** The plans, the smallest first. */
  readonly plans: readonly PlanPrices[];
}

export interface PinTotals {
  /** Pins created in the range that were not deleted: the sum of `by_status`. */
  readonly total: number;
  /** Pins created in the range, those that were deleted since too. */
  readonly submitted: number;
  /** Pins created in the range by their present status; every status is there. */
  readonly by_status: Readonly<Record<string, number>>;
  /** published / (published + failed) of `by_status`; null where both are 0. */
  readonly success_rate: number | null;
}

export interface SeriesItem {
  /** Beginning of the hour or day; of the first one that of the range. */
  readonly start: Date;
  /** Pins created in it. */
  readonly created: number;
  /** Pins published in it, whenever they were created. */
  readonly published: number;
  /** Pins that failed in it and were not retried since. */
  readonly failed: number;
}

export interface AccountPublications {
  /** The connected account. */
  readonly account_id: string;
  /** Pins published in the range. */
  readonly published: number;
}

export interface Queue {
  /** Pins that wait now. */
  readonly queued: number;
  /** Pins that are held back now. */
  readonly deferred: number;
  /** Pins that are being published now. */
  readonly publishing: number;
}

export interface ScheduleTotals {
  /** Schedules due in the range by their present status; every status is there. */
  readonly by_status: Readonly<Record<string, number>>;
  /** Schedules that have not fired and are due from now on, whatever the range. */
  readonly upcoming: number;
}

export interface ImportTotals {
  /** Imports accepted in the range by their present status; every status is there. */
  readonly by_status: Readonly<Record<string, number>>;
}

export interface DashboardSummary {
  /** Beginning of the range. */
  readonly start: Date;
  /** End of the range, not in it. */
  readonly end: Date;
  /** IANA name of the zone of the series. */
  readonly timezone: string;
  /** What an item of the series stands for; hours up to 48 of them. */
  readonly granularity: Word<'hour' | 'day'>;
  /** Beginning of the range before, which is as long. */
  readonly previous_start: Date;
  /** Its end: the beginning of this one. */
  readonly previous_end: Date;
  /** The account that alone is counted. */
  readonly account_id: string | null;
  /** Pins of the range. */
  readonly pins: PinTotals;
  /** Pins of the range before. */
  readonly previous_pins: PinTotals;
  /** Every hour or day of the range, in order. */
  readonly series: readonly SeriesItem[];
  /** Accounts with publications in the range, the most first. */
  readonly published_by_account: readonly AccountPublications[];
  /** What waits now, whatever the range. */
  readonly queue: Queue;
  /** Schedules. */
  readonly schedules: ScheduleTotals;
  /** Null where accounts are told apart: an import has none. */
  readonly import_jobs: ImportTotals | null;
}

export interface ActivityLogEntry {
  /** Id of the fact that it tells of. */
  readonly id: string;
  /** What kind of actor it was. */
  readonly actor_type: Word<'user' | 'api_key' | 'system' | 'worker' | 'admin' | 'billing'>;
  /** The user's or the key's id, or which part of the service it was. */
  readonly actor_id: string | null;
  /** The user; of an API key the one it acts for. */
  readonly actor_user_id: string | null;
  /** What the user or the key is called now. */
  readonly actor_label: string | null;
  /** What happened, as <resource>.<what>. */
  readonly action: string;
  /** The category. */
  readonly category: Word<'security' | 'publishing' | 'billing' | 'configuration' | 'integration'>;
  /** What it happened to. */
  readonly resource_type: string | null;
  /** Its id. */
  readonly resource_id: string | null;
  /** The state. */
  readonly status: Word<'success' | 'failed' | 'queued' | 'canceled'>;
  /** What happened, as a sentence. */
  readonly message: string;
  /** Particulars; nothing secret or personal. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The request that caused it, as in its `X-Request-ID`. */
  readonly request_id: string | null;
  /** For how long the entry is kept. */
  readonly retention_days: number;
  /** No longer shown from then on. */
  readonly expires_at: Date;
  /** When it was made. */
  readonly created_at: Date;
}

export interface ActivityLogPage {
  /** The entries of this page. */
  readonly items: readonly ActivityLogEntry[];
  /** `cursor` of the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Days that the present plan keeps what happens now. */
  readonly current_retention_days: number;
  /** How long the present plan shows activity, in words. */
  readonly current_retention_label: string;
}

export interface RequestCredential {
  /** An access token that was got with an API key counts as that key. */
  readonly type: Word<'session' | 'api_key'>;
  /** Of the session, as in `GET /v1/auth/sessions`, or of the API key. */
  readonly id: string;
}

export interface LoggedRequest {
  /** As in `X-Request-ID`; a client that chose it may have used it more than once. */
  readonly request_id: string;
  /** When it came. */
  readonly at: Date;
  /** Of the request. */
  readonly method: string;
  /** The path as this document has it. */
  readonly route: string;
  /** What was answered; 499 where you closed the connection before the answer was out, whatever became of the call. */
  readonly status: number;
  /** `error.code` of the answer; null where it was none. */
  readonly code: string | null;
  /** Milliseconds until the answer was out. */
  readonly duration_ms: number;
  readonly credential: RequestCredential;
  /** The last id in the path, where it is a UUID or a number, or that of what was made. */
  readonly resource_id: string | null;
}

export interface RequestPage {
  /** The entries of this page. */
  readonly items: readonly LoggedRequest[];
  /** `cursor` of the next page; null on the last one. */
  readonly next_cursor: string | null;
}

export interface HistoryItem {
  /** Where the fact stands in the whole log; not proved. */
  readonly position: number;
  /** The fact. */
  readonly event_id: string;
  /** The stream that it is in, `<category>-<id>`. */
  readonly stream: string;
  /** Its number there, from 0. */
  readonly revision: number;
  /** What happened. */
  readonly type: string;
  /** When the log stored it; not proved, `metadata.occurredAt` is. */
  readonly recorded_at: Date;
  /** Who did it, as in `metadata`. */
  readonly actor: Readonly<Record<string, unknown>> | null;
  /** The particulars as they are stored, what people wrote as `sealed:v1:…`; null where the log has lost the fact. */
  readonly data: Readonly<Record<string, unknown>> | null;
  /** The sealed parts of `data` in the clear, in its shape; null where nothing is sealed or can be opened any more. */
  readonly opened: Readonly<Record<string, unknown>> | null;
  /** Beside `opened` where `metadata` has `wordsHash`: by its place in `data`, the key that proves each word; null otherwise. */
  readonly opened_keys: Readonly<Record<string, string>> | null;
  /** Who, where and why, as it is stored. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** Its place in the history, from 0. */
  readonly leaf_index: number;
  /** SHA-256 over a zero byte and the RFC 8785 text of data, event_id, metadata, revision, stream and type. */
  readonly leaf_hash: string;
}

export interface HistoryPage {
  /** Oldest first. */
  readonly items: readonly HistoryItem[];
  /** Where the next page begins; null on the last. */
  readonly next_cursor: string | null;
}

export interface Checkpoint {
  /** Leaves that it covers. */
  readonly size: number;
  /** Root over them (RFC 9162). */
  readonly root_hash: string;
  /** When it was signed. */
  readonly signed_at: Date;
  /** Which of `GET /v1/audit/keys`. */
  readonly key_id: string;
  /** base64 of Ed25519 over `<workspace_id>\n<size>\n<root_hash>\n`; of the organization its id stands first. */
  readonly signature: string;
}

export interface CheckpointPage {
  /** Newest first. */
  readonly items: readonly Checkpoint[];
  /** Where the next page begins; null on the last. */
  readonly next_cursor: string | null;
}

export interface VerifyingKey {
  /** First 16 hex digits of the SHA-256 of the public key. */
  readonly key_id: string;
  /** What it signs with. */
  readonly algorithm: Word<'Ed25519'>;
  /** base64 of 32 bytes. */
  readonly public_key: string;
  /** Since when it signs. */
  readonly created_at: Date;
  /** Since when it signs no more. */
  readonly retired_at: Date | null;
}

export interface VerifyingKeys {
  /** Every key that ever signed, newest first. */
  readonly items: readonly VerifyingKey[];
}

export interface InclusionProof {
  /** Its place in the history, from 0. */
  readonly leaf_index: number;
  /** The leaf that is proved. */
  readonly leaf_hash: string;
  /** Hashes from the leaf to the root. */
  readonly audit_path: readonly string[];
  /** Leaves of the tree. */
  readonly size: number;
  /** Its root. */
  readonly root_hash: string;
}

export interface ConsistencyProof {
  /** Leaves of the older tree. */
  readonly first: number;
  /** Leaves of the newer tree. */
  readonly second: number;
  /** Root of the older tree. */
  readonly first_root: string;
  /** Root of the newer tree. */
  readonly second_root: string;
  /** Hashes that lead from both to the newer root (RFC 9162, 2.1.4). */
  readonly proof: readonly string[];
}

export interface WebhookCreate {
  /** Signs deliveries. Without one we make it. */
  readonly secret?: string | null | undefined;
  /** At creation `pin.published` and `pin.failed` when absent. */
  readonly events?: readonly ('pin.queued' | 'pin.deferred' | 'pin.publishing' | 'pin.published' | 'pin.failed' | 'schedule.fired' | 'schedule.failed' | 'schedule.canceled' | 'import.completed' | 'account.reconnect_required' | 'quota.threshold_reached' | 'webhook.disabled' | 'pin.*' | 'schedule.*' | 'import.*' | 'account.*' | 'quota.*' | 'webhook.*' | '*')[] | null | undefined;
  /** It is sent only events of these accounts; of all when null. */
  readonly platform_account_ids?: readonly string[] | null | undefined;
  /** Whether a key pair of ours (Ed25519) signs too, beside the secret. The webhook shows its `public_key`; a new secret brings a new pair. At creation none when absent. */
  readonly has_key_pair?: boolean | null | undefined;
  /** Headers of your own, sent beside ours. They replace all that were given before; the values are not shown again. */
  readonly headers?: Readonly<Record<string, string>> | null | undefined;
  /** At creation it is enabled when absent. */
  readonly is_enabled?: boolean | null | undefined;
  /** Where events are sent. */
  readonly url: string;
}

export interface CreatedWebhook {
  /** The id. */
  readonly id: string;
  /** The project. */
  readonly workspace_id: string;
  /** Where events are sent. */
  readonly url: string;
  /** The names of the events that are sent; * is all of them. */
  readonly events: readonly string[];
  /** It is sent only events of these accounts; null: of all. */
  readonly platform_account_ids: readonly string[] | null;
  /** Names of the headers of your own that it is sent; their values are not shown. */
  readonly header_names: readonly string[];
  /** Verifies the `v1a` signatures of the key pair; null: it has none. */
  readonly public_key: string | null;
  /** Whether events are sent; while it is false they are held. */
  readonly is_enabled: boolean;
  /** Why nothing is sent at present. */
  readonly disabled_reason: Word<'requested' | 'gone' | 'failing' | 'key_revoked' | 'null'> | null;
  /** Since when every attempt has failed, once that was for a day; null otherwise. */
  readonly failing_since: Date | null;
  /** Deliveries that were held for 90 days while it was disabled, and are not sent any more. */
  readonly dropped_count: number;
  /** Sequence of the last of them. */
  readonly dropped_through_sequence: number | null;
  /** When it was made. */
  readonly created_at: Date;
  /** When it last changed. */
  readonly updated_at: Date;
  /** Shown once, when we made it. */
  readonly secret?: string | undefined;
}

export interface Webhook {
  /** The id. */
  readonly id: string;
  /** The project. */
  readonly workspace_id: string;
  /** Where events are sent. */
  readonly url: string;
  /** The names of the events that are sent; * is all of them. */
  readonly events: readonly string[];
  /** It is sent only events of these accounts; null: of all. */
  readonly platform_account_ids: readonly string[] | null;
  /** Names of the headers of your own that it is sent; their values are not shown. */
  readonly header_names: readonly string[];
  /** Verifies the `v1a` signatures of the key pair; null: it has none. */
  readonly public_key: string | null;
  /** Whether events are sent; while it is false they are held. */
  readonly is_enabled: boolean;
  /** Why nothing is sent at present. */
  readonly disabled_reason: Word<'requested' | 'gone' | 'failing' | 'key_revoked' | 'null'> | null;
  /** Since when every attempt has failed, once that was for a day; null otherwise. */
  readonly failing_since: Date | null;
  /** Deliveries that were held for 90 days while it was disabled, and are not sent any more. */
  readonly dropped_count: number;
  /** Sequence of the last of them. */
  readonly dropped_through_sequence: number | null;
  /** When it was made. */
  readonly created_at: Date;
  /** When it last changed. */
  readonly updated_at: Date;
}

export interface WebhookEvent {
  /** The name of the event. */
  readonly event: string;
  /** When the event is sent. */
  readonly description: string;
  /** JSON Schema (2020-12) of the whole body. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** A body that the schema allows. */
  readonly example: Readonly<Record<string, unknown>>;
}

export interface WebhookUpdate {
  /** Signs deliveries. Without one we make it. */
  readonly secret?: string | null | undefined;
  /** At creation `pin.published` and `pin.failed` when absent. */
  readonly events?: readonly ('pin.queued' | 'pin.deferred' | 'pin.publishing' | 'pin.published' | 'pin.failed' | 'schedule.fired' | 'schedule.failed' | 'schedule.canceled' | 'import.completed' | 'account.reconnect_required' | 'quota.threshold_reached' | 'webhook.disabled' | 'pin.*' | 'schedule.*' | 'import.*' | 'account.*' | 'quota.*' | 'webhook.*' | '*')[] | null | undefined;
  /** It is sent only events of these accounts; of all when null. */
  readonly platform_account_ids?: readonly string[] | null | undefined;
  /** Whether a key pair of ours (Ed25519) signs too, beside the secret. The webhook shows its `public_key`; a new secret brings a new pair. At creation none when absent. */
  readonly has_key_pair?: boolean | null | undefined;
  /** Headers of your own, sent beside ours. They replace all that were given before; the values are not shown again. */
  readonly headers?: Readonly<Record<string, string>> | null | undefined;
  /** At creation it is enabled when absent. */
  readonly is_enabled?: boolean | null | undefined;
  /** Where events are sent. */
  readonly url?: string | null | undefined;
}

export interface Delivery {
  /** The id. */
  readonly id: string;
  /** The webhook. */
  readonly webhook_id: string;
  /** The same in every attempt and every replay of the event. */
  readonly event_id: string;
  /** The name of the event. */
  readonly event: string;
  /** 0 for a test. */
  readonly sequence: number;
  /** The state. */
  readonly status: Word<'pending' | 'delivered' | 'exhausted' | 'held'>;
  /** How many attempts have been made. */
  readonly attempt_count: number;
  /** HTTP status of the last answer. */
  readonly last_status_code: number | null;
  /** What went wrong in the last attempt. */
  readonly last_error: string | null;
  /** When it is tried again. */
  readonly next_attempt_at: Date | null;
  /** When it was made. */
  readonly created_at: Date;
  /** When it last changed. */
  readonly updated_at: Date;
}

export interface DeliveryPage {
  /** The entries of this page. */
  readonly items: readonly Delivery[];
  /** Send it as cursor for the next page; null on the last one. */
  readonly next_cursor: string | null;
}

export interface DeliveryAttempt {
  /** Which attempt it was, from 1. */
  readonly n: number;
  /** When it began. */
  readonly started_at: Date;
  /** Milliseconds until the answer or the failure. */
  readonly duration_ms: number;
  /** HTTP status of the answer. */
  readonly status_code: number | null;
  /** Why there was no answer. */
  readonly error: string | null;
  /** The first 16 kB, stored for 30 days. */
  readonly response_body: string | null;
  /** What led to this attempt. */
  readonly trigger: Word<'auto' | 'manual' | 'replay'>;
}

export interface DeliveryDetail {
  /** The id. */
  readonly id: string;
  /** The webhook. */
  readonly webhook_id: string;
  /** The same in every attempt and every replay of the event. */
  readonly event_id: string;
  /** The name of the event. */
  readonly event: string;
  /** 0 for a test. */
  readonly sequence: number;
  /** The state. */
  readonly status: Word<'pending' | 'delivered' | 'exhausted' | 'held'>;
  /** How many attempts have been made. */
  readonly attempt_count: number;
  /** HTTP status of the last answer. */
  readonly last_status_code: number | null;
  /** What went wrong in the last attempt. */
  readonly last_error: string | null;
  /** When it is tried again. */
  readonly next_attempt_at: Date | null;
  /** When it was made. */
  readonly created_at: Date;
  /** When it last changed. */
  readonly updated_at: Date;
  /** The body that is sent. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** What came back, and why and when it is tried again. */
  readonly explanation: string;
  /** Sends the body to the URL by hand, without a signature. */
  readonly curl: string;
  /** The attempts so far, the oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
}

export interface SentTest {
  /** The delivery. */
  readonly delivery_id: string;
}

export interface Replay {
  /** Events from this moment on, of the last 90 days. */
  readonly since: Date | string;
  /** Events before this moment; without it, all since. */
  readonly until?: Date | string | null | undefined;
}

export interface Replayed {
  /** The replay. */
  readonly replay_id: string;
  /** Events of the period; they are worked off in the background. */
  readonly queued_count: number;
}

export interface ReplayProgress {
  /** The replay. */
  readonly replay_id: string;
  /** Events of the period; they are worked off in the background. */
  readonly queued_count: number;
  /** The webhook. */
  readonly webhook_id: string;
  /** The state. */
  readonly status: Word<'running' | 'completed' | 'canceled'>;
  /** How many of them are due again, or were. */
  readonly replayed_count: number;
  /** From when on. */
  readonly since: Date;
  /** Until when. */
  readonly until: Date;
  /** When it was asked for. */
  readonly requested_at: Date;
  /** When it ended. */
  readonly ended_at: Date | null;
}

export interface VerifyEmailQuery {
  /** From the mailed link. */
  readonly token: string;
}

export interface ConfirmEmailChangeQuery {
  /** From the mailed link. */
  readonly token: string;
}

export interface DownloadAccountExportQuery {
  /** That the link is ours. */
  readonly signature: string;
  /** When the link ends, in seconds since 1970. */
  readonly expires: number;
  /** Whose archive it is. */
  readonly organization_id: string;
}

export interface UnsubscribeQuery {
  /** The project whose mails are meant. */
  readonly workspace_id: string;
  /** From the mail. */
  readonly token: string;
  /** The person whose mails are meant. */
  readonly user_id?: string | undefined;
}

export interface ListApiKeysQuery {
  /** The state as the facts recorded until this moment say, which is not in the future; without it the present. */
  readonly as_of?: Date | string | undefined;
}

export interface StartConnectionQuery {
  /** The account to reconnect; it does not count toward the plan’s limit. */
  readonly account_id?: string | undefined;
}

export interface HandleConnectionCallbackQuery {
  /** The authorization code. */
  readonly code?: string | undefined;
  /** The state that oauth/start gave. */
  readonly state: string;
  /** Set when access was refused. */
  readonly error?: string | undefined;
}

export interface ListAccountsQuery {
  /** Lists revoked accounts, too. */
  readonly include_revoked?: boolean | undefined;
  /** The state as the facts recorded until this moment say, which is not in the future; without it the present. */
  readonly as_of?: Date | string | undefined;
}

export interface ListBoardsQuery {
  /** A connected account of the project. */
  readonly account_id: string;
}

export interface DeleteBoardQuery {
  /** A connected account of the project. */
  readonly account_id: string;
}

export interface CheckBoardAccessQuery {
  /** A connected account of the project. */
  readonly account_id: string;
  /** Ask the platform again instead of using the cached verdict. */
  readonly fresh?: boolean | undefined;
}

export interface GetPublicAssetQuery {
  /** That the link is ours. */
  readonly signature: string;
  /** When the link ends, in seconds since 1970. */
  readonly expires: number;
}

export interface ListAssetsQuery {
  /** How many to answer at most. */
  readonly limit?: number | undefined;
  /** How many to leave out at the beginning. */
  readonly offset?: number | undefined;
  /** Only images, or only videos. */
  readonly asset_type?: 'image' | 'video' | undefined;
  /** Part of the file name, whatever the case. */
  readonly q?: string | undefined;
  /** Whether pins, or schedules that have not fired, show it. */
  readonly in_use?: boolean | undefined;
  /** Uploaded then or later. */
  readonly since?: Date | string | undefined;
  /** Uploaded before. */
  readonly until?: Date | string | undefined;
  /** The field to order by, ascending or descending. */
  readonly sort?: 'created_at_desc' | 'created_at_asc' | 'name_asc' | 'name_desc' | 'size_desc' | 'size_asc' | undefined;
  /** The `next_cursor` of the page before, with the same sort; not together with `offset`. Stays right while rows come and go. */
  readonly cursor?: string | undefined;
}

export interface DeleteAssetQuery {
  /** Delete it although pins wait for it; those fail. */
  readonly confirm?: boolean | undefined;
}

export interface ListImportsQuery {
  /** How many to answer at most. */
  readonly limit?: number | undefined;
  /** How many to leave out at the beginning. */
  readonly offset?: number | undefined;
  /** The `X-Next-Cursor` of the page before, with the same sort; not together with `offset`. Stays right while rows come and go. */
  readonly cursor?: string | undefined;
  /** Only those in this status. */
  readonly status?: 'queued' | 'processing' | 'completed' | 'completed_with_errors' | 'failed' | undefined;
  /** Only files of this form. */
  readonly source_type?: 'json' | 'csv' | undefined;
}

export interface GetImportTemplateQuery {
  /** What separates the cells. */
  readonly delimiter?: 'comma' | 'semicolon' | 'tab' | undefined;
}

export interface GetFailedRowsQuery {
  /** What separates the cells. */
  readonly delimiter?: 'comma' | 'semicolon' | 'tab' | undefined;
}

export interface ListPinsQuery {
  /** How many to answer at most. */
  readonly limit?: number | undefined;
  /** How many to leave out at the beginning. */
  readonly offset?: number | undefined;
  /** A connected account of the project. */
  readonly account_id?: string | undefined;
  /** A board of the account, as the platform names it. */
  readonly board_id?: string | undefined;
  /** Only those that stand with this error code. */
  readonly error_code?: string | undefined;
  /** Created (a schedule: due) at this moment or later. */
  readonly since?: Date | string | undefined;
  /** Created (a schedule: due) before this moment. */
  readonly until?: Date | string | undefined;
  /** Part of title, description, link or board id; any script, whatever the case. */
  readonly q?: string | undefined;
  /** Only the pins with these ids, 1 to 100 with commas between them: all of them that there are, whatever `limit` is. */
  readonly ids?: string | undefined;
  /** Only those in this status. */
  readonly status?: 'queued' | 'deferred' | 'publishing' | 'published' | 'failed' | undefined;
  /** True lists the pins that were deleted, as they stood then, instead of the others. */
  readonly removed?: boolean | undefined;
  /** Published at this moment or later. */
  readonly published_since?: Date | string | undefined;
  /** Published before this moment. */
  readonly published_until?: Date | string | undefined;
  /** Failed at this moment or later, and not retried since. */
  readonly failed_since?: Date | string | undefined;
  /** Failed before this moment, and not retried since. */
  readonly failed_until?: Date | string | undefined;
  /** The field to order by, ascending or descending. */
  readonly sort?: 'created_at_desc' | 'created_at_asc' | 'published_at_desc' | 'published_at_asc' | 'title_asc' | 'title_desc' | 'status_asc' | 'status_desc' | undefined;
  /** The `X-Next-Cursor` of the page before, with the same sort; not together with `offset`. Stays right while rows come and go. */
  readonly cursor?: string | undefined;
}

export interface GetPinQuery {
  /** The state as the facts recorded until this moment say, which is not in the future; without it the present. */
  readonly as_of?: Date | string | undefined;
}

export interface DeletePinQuery {
  /** Deletes what was published on the platform, too. */
  readonly delete_from_platform?: boolean | undefined;
}

export interface GetRateMeterQuery {
  /** A connected account of the project. */
  readonly account_id: string;
}

export interface ForecastSchedulesQuery {
  /** How many days to look ahead. */
  readonly days?: number | undefined;
}

export interface GetScheduleCalendarQuery {
  /** Beginning of the range; the present day where absent. Without an offset it is local time in `tz`. */
  readonly start?: Date | string | undefined;
  /** End of the range, not in it; the 31st midnight after its beginning where absent, 92 at most. Without an offset it is local time in `tz`. */
  readonly end?: Date | string | undefined;
  /** IANA name of the zone whose days are counted. */
  readonly tz?: string | undefined;
}

export interface ListSchedulesQuery {
  /** How many to answer at most. */
  readonly limit?: number | undefined;
  /** How many to leave out at the beginning. */
  readonly offset?: number | undefined;
  /** A connected account of the project. */
  readonly account_id?: string | undefined;
  /** A board of the account, as the platform names it. */
  readonly board_id?: string | undefined;
  /** Only those that stand with this error code. */
  readonly error_code?: string | undefined;
  /** Created (a schedule: due) at this moment or later. */
  readonly since?: Date | string | undefined;
  /** Created (a schedule: due) before this moment. */
  readonly until?: Date | string | undefined;
  /** Part of title, description, link or board id; any script, whatever the case. */
  readonly q?: string | undefined;
  /** Only those in this status. */
  readonly status?: 'scheduled' | 'queued' | 'deferred' | 'running' | 'done' | 'failed' | 'canceled' | undefined;
  /** The field to order by, ascending or descending. */
  readonly sort?: 'run_at_desc' | 'run_at_asc' | 'created_at_desc' | 'created_at_asc' | 'title_asc' | 'title_desc' | 'status_asc' | 'status_desc' | undefined;
  /** The `X-Next-Cursor` of the page before, with the same sort; not together with `offset`. Stays right while rows come and go. */
  readonly cursor?: string | undefined;
}

export interface GetScheduleQuery {
  /** The state as the facts recorded until this moment say, which is not in the future; without it the present. */
  readonly as_of?: Date | string | undefined;
}

export interface ListProposalsQuery {
  /** How many to answer at most. */
  readonly limit?: number | undefined;
  /** How many to leave out at the beginning. */
  readonly offset?: number | undefined;
  /** The `X-Next-Cursor` of the page before, with the same sort; not together with `offset`. Stays right while rows come and go. */
  readonly cursor?: string | undefined;
  /** Only those in this status. */
  readonly status?: 'open' | 'decided' | 'expired' | 'ended' | undefined;
}

export interface GetBillingStatusQuery {
  /** The state as the facts recorded until this moment say, which is not in the future; without it the present. */
  readonly as_of?: Date | string | undefined;
}

export interface ListQuotaLedgerQuery {
  /** Calendar month in UTC; without it all months. */
  readonly month?: string | undefined;
  /** How many to answer at most. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
}

export interface GetDashboardSummaryQuery {
  /** Beginning of the range; 30 days before its end where absent. Without an offset it is local time in `tz`. */
  readonly start?: Date | string | undefined;
  /** End of the range, not in it; now where absent. At most 366 days after the beginning. Without an offset it is local time in `tz`. */
  readonly end?: Date | string | undefined;
  /** IANA name of the zone whose hours and days are shown. */
  readonly tz?: string | undefined;
  /** Counts this connected account only. */
  readonly account_id?: string | undefined;
}

export interface ListActivityQuery {
  /** How many to answer at most. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  /** Only this category. */
  readonly category?: 'security' | 'publishing' | 'billing' | 'configuration' | 'integration' | undefined;
  /** Only this action, as pin.published. */
  readonly action?: string | undefined;
  /** Only what happened to resources of this kind. */
  readonly resource_type?: string | undefined;
  /** Only what happened to this resource. */
  readonly resource_id?: string | undefined;
  /** A kind of actor, or the id of one; the id of a user finds what the API keys of the user did, too. */
  readonly actor?: string | undefined;
  /** Only those in this status. */
  readonly status?: 'success' | 'failed' | 'queued' | 'canceled' | undefined;
  /** At this moment or later. */
  readonly since?: Date | string | undefined;
  /** Before this moment. */
  readonly until?: Date | string | undefined;
}

export interface StreamChangesQuery {
  /** Where to go on, for clients that cannot send `Last-Event-ID`; the header counts where both are sent. */
  readonly last_event_id?: string | undefined;
  /** Ends the stream after so many seconds; 0: once everything up to now was told. Where it is absent, a stream has no end with `Accept: text/event-stream`, and is one of 0 seconds without. */
  readonly max_seconds?: number | undefined;
}

export interface ListRequestsQuery {
  /** How many to answer at most. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  /** `request_id` of an error, or `X-Request-ID` of any answer. */
  readonly request_id?: string | undefined;
  /** What was answered: a status, or the first digit of it with `xx`. */
  readonly status?: string | undefined;
  /** The path as this document has it, also with the method before it: `POST /v1/pins`. */
  readonly route?: string | undefined;
  /** What this API key called. */
  readonly key_id?: string | undefined;
  /** At this moment or later. */
  readonly since?: Date | string | undefined;
  /** Before this moment. */
  readonly until?: Date | string | undefined;
}

export interface ListAuditEventsQuery {
  /** The history of the project, or of the organization and its people beside its projects. */
  readonly scope?: 'project' | 'organization' | undefined;
  /** The `leaf_index` to begin at: one more than that of the last item read. */
  readonly cursor?: number | undefined;
  /** How many to answer at most. */
  readonly limit?: number | undefined;
}

export interface ExportAuditEventsQuery {
  /** The history of the project, or of the organization and its people beside its projects. */
  readonly scope?: 'project' | 'organization' | undefined;
  /** The `leaf_index` to begin at: one more than that of the last item read. */
  readonly cursor?: number | undefined;
}

export interface ListAuditCheckpointsQuery {
  /** The history of the project, or of the organization and its people beside its projects. */
  readonly scope?: 'project' | 'organization' | undefined;
  /** How many to answer at most. */
  readonly limit?: number | undefined;
  /** The `next_cursor` of the page before. */
  readonly cursor?: number | undefined;
}

export interface ProveAuditEventQuery {
  /** The history of the project, or of the organization and its people beside its projects. */
  readonly scope?: 'project' | 'organization' | undefined;
  /** The fact. */
  readonly event_id: string;
  /** Leaves of the tree that it is proved to be in; all there are where absent. */
  readonly size?: number | undefined;
}

export interface ProveAuditConsistencyQuery {
  /** The history of the project, or of the organization and its people beside its projects. */
  readonly scope?: 'project' | 'organization' | undefined;
  /** Leaves of the older tree. */
  readonly first: number;
  /** Leaves of the newer tree. */
  readonly second: number;
}

export interface ListDeliveriesQuery {
  /** How many to answer at most. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  /** How they stand: `held` are those that wait until the webhook is enabled. */
  readonly status?: 'pending' | 'delivered' | 'exhausted' | 'held' | undefined;
  /** Of this event only. */
  readonly event?: 'pin.queued' | 'pin.deferred' | 'pin.publishing' | 'pin.published' | 'pin.failed' | 'schedule.fired' | 'schedule.failed' | 'schedule.canceled' | 'import.completed' | 'account.reconnect_required' | 'quota.threshold_reached' | 'webhook.disabled' | 'webhook.test' | undefined;
  /** About this pin only. */
  readonly pin_id?: string | undefined;
  /** Made at this moment or later. */
  readonly since?: Date | string | undefined;
  /** Made before this moment. */
  readonly until?: Date | string | undefined;
}
