// Written by `npm run docs sdk`.

export const operations = `service
GET / get
GET /health/live getLiveness
GET /health/ready getReadiness
GET /healthz getHealthz
GET /readyz getReadyz

auth
POST auth/register register j
POST auth/login login j
GET auth/me getMe
POST auth/forgot-password forgotPassword j
POST auth/reset-password resetPassword j
POST auth/change-password changePassword j
POST auth/email/verify/request requestEmailVerification
GET auth/email/verify verifyEmail q
POST auth/email/change/request requestEmailChange j
GET auth/email/change/confirm confirmEmailChange q
POST auth/logout logout e
GET auth/sessions listSessions
DELETE auth/sessions/{} endSession e
POST auth/reauthenticate reauthenticate j
GET auth/google/status getGoogleStatus
POST auth/google/complete completeGoogleLogin j
POST auth/login/second-factor completeLogin j

secondFactor
GET auth/second-factor get
POST auth/second-factor/setup setUp
POST auth/second-factor/confirm confirm j
POST auth/second-factor/recovery-codes replaceRecoveryCodes j
POST auth/second-factor/disable disable j

profile
POST auth/account/delete deleteAccount j
POST auth/account/delete/cancel cancelAccountDeletion
POST auth/account/export exportAccount
GET auth/account/export getAccountExport
GET auth/account/export/{}/archive downloadAccountExport qb
GET auth/profile get
PUT auth/profile update j

emailPreferences
GET email/preferences get
PATCH email/preferences update j
GET email/unsubscribe unsubscribe q

projects
GET projects list
POST projects/sandbox createSandbox jr
POST projects/sandbox/reset resetSandbox
POST projects/switch switch jr

apiKeys
POST api-keys create j
GET api-keys list q
PATCH api-keys/{} update j
DELETE api-keys/{} revoke e

accounts
GET platform/oauth/start connect q
GET platform/oauth/callback completeConnection q
GET platform/accounts list q
DELETE platform/accounts/{} revoke e

boards
GET platform/boards list q
POST platform/boards create jk
PATCH platform/boards/{} update j
DELETE platform/boards/{} delete qe
GET platform/boards/{}/access checkAccess q

assets
POST assets/images uploadImage fk
POST assets/videos uploadVideo fk
GET assets/{}/content getContent b
GET assets/{}/public getPublicContent qb
GET assets list q assets
GET assets/{} get
DELETE assets/{} delete q

imports
POST pins/imports/json createFromJson jk
POST pins/imports/csv createFromCsv fk
GET pins/imports list q []
GET pins/imports/template.csv getTemplate qt
GET pins/imports/{} get
GET pins/imports/{}/failed.csv getFailedRows qt
POST pins/imports/{}/cancel cancel

pins
POST pins/bulk-retry retryMany jr
POST pins/bulk-delete deleteMany jr
POST pins/batch createMany jk
POST pins/validate validate jr
POST pins create jk
GET pins list q []
GET pins/{} get q
PATCH pins/{} update j
DELETE pins/{} delete q
GET pins/{}/timeline timeline
POST pins/{}/retry retry j
GET jobs/{} getJob
GET rate-meter getRateMeter q

schedules
POST schedules/bulk-cancel cancelMany jr
POST schedules/bulk-retry retryMany jr
POST schedules/bulk-delete deleteMany jr
GET schedules/forecast forecast q
GET schedules/calendar getCalendar q
POST schedules/validate validate jr
POST schedules create jk
GET schedules list q []
GET schedules/{} get q
PATCH schedules/{} update j
DELETE schedules/{} delete e
POST schedules/{}/cancel cancel
POST schedules/{}/retry retry

proposals
POST proposals create jk
GET proposals list q []
GET proposals/{} get
POST proposals/{}/approve approve j
POST proposals/{}/decline decline j

billing
GET billing/status getStatus q
GET billing/quota-ledger listQuotaLedger q items
POST billing/checkout startCheckout j
POST billing/portal openPortal
GET billing/pricing getPricing

dashboard
GET dashboard/summary getSummary q

activity
GET activity-logs list q items

changes
GET changes stream qs

requests
GET requests list q items
GET requests/{} get

audit
GET audit/events listEvents q items
GET audit/export export ql
GET audit/checkpoints listCheckpoints q items
GET audit/keys listKeys
GET audit/proof proveEvent q
GET audit/consistency proveConsistency q

webhooks
POST webhooks create j
GET webhooks list
GET webhooks/events listEvents
GET webhooks/{} get
PATCH webhooks/{} update j
DELETE webhooks/{} delete e
GET webhooks/{}/deliveries listDeliveries q items
GET webhooks/{}/deliveries/{} getDelivery
POST webhooks/{}/deliveries/{}/redeliver redeliver
POST webhooks/{}/test test
POST webhooks/{}/replay replay j
GET webhooks/{}/replays/{} getReplay
POST webhooks/{}/replays/{}/cancel cancelReplay`;
