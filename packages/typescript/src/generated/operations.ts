// Written by `npm run docs sdk`.

export const operations = `service
get GET /
getLiveness GET /health/live
getReadiness GET /health/ready
getHealthz GET /healthz
getReadyz GET /readyz

auth
register POST auth/register j
login POST auth/login j
getMe GET auth/me
forgotPassword POST auth/forgot-password j
resetPassword POST auth/reset-password j
changePassword POST auth/change-password j
requestEmailVerification POST auth/email/verify/request
verifyEmail GET auth/email/verify q
requestEmailChange POST auth/email/change/request j
confirmEmailChange GET auth/email/change/confirm q
logout POST auth/logout e
listSessions GET auth/sessions
endSession DELETE auth/sessions/{} e
reauthenticate POST auth/reauthenticate j
getGoogleStatus GET auth/google/status
completeGoogleLogin POST auth/google/complete j
completeLogin POST auth/login/second-factor j

secondFactor
get GET auth/second-factor
setUp POST auth/second-factor/setup
confirm POST auth/second-factor/confirm j
replaceRecoveryCodes POST auth/second-factor/recovery-codes j
disable POST auth/second-factor/disable j

profile
deleteAccount POST auth/account/delete j
cancelAccountDeletion POST auth/account/delete/cancel
exportAccount POST auth/account/export
getAccountExport GET auth/account/export
downloadAccountExport GET auth/account/export/{}/archive qb
get GET auth/profile
update PUT auth/profile j

emailPreferences
get GET email/preferences
update PATCH email/preferences j
unsubscribe GET email/unsubscribe q

projects
list GET projects
createSandbox POST projects/sandbox jr
resetSandbox POST projects/sandbox/reset
switch POST projects/switch jr

apiKeys
create POST api-keys j
list GET api-keys q
update PATCH api-keys/{} j
revoke DELETE api-keys/{} e

accounts
connect GET platform/oauth/start q
completeConnection GET platform/oauth/callback q
list GET platform/accounts q
revoke DELETE platform/accounts/{} e

boards
list GET platform/boards q
create POST platform/boards jk
update PATCH platform/boards/{} j
delete DELETE platform/boards/{} qe
checkAccess GET platform/boards/{}/access q

assets
uploadImage POST assets/images fk
uploadVideo POST assets/videos fk
getContent GET assets/{}/content b
getPublicContent GET assets/{}/public qb
list GET assets q assets
get GET assets/{}
delete DELETE assets/{} q

imports
createFromJson POST pins/imports/json jk
createFromCsv POST pins/imports/csv fk
list GET pins/imports q []
getTemplate GET pins/imports/template.csv qt
get GET pins/imports/{}
getFailedRows GET pins/imports/{}/failed.csv qt
cancel POST pins/imports/{}/cancel

pins
retryMany POST pins/bulk-retry jr
deleteMany POST pins/bulk-delete jr
createMany POST pins/batch jk
validate POST pins/validate jr
create POST pins jk
list GET pins q []
get GET pins/{} q
update PATCH pins/{} j
delete DELETE pins/{} q
timeline GET pins/{}/timeline
retry POST pins/{}/retry j
getJob GET jobs/{}
getRateMeter GET rate-meter q

schedules
cancelMany POST schedules/bulk-cancel jr
retryMany POST schedules/bulk-retry jr
deleteMany POST schedules/bulk-delete jr
forecast GET schedules/forecast q
getCalendar GET schedules/calendar q
validate POST schedules/validate jr
create POST schedules jk
list GET schedules q []
get GET schedules/{} q
update PATCH schedules/{} j
delete DELETE schedules/{} e
cancel POST schedules/{}/cancel
retry POST schedules/{}/retry

billing
getStatus GET billing/status q
listQuotaLedger GET billing/quota-ledger q items
startCheckout POST billing/checkout j
openPortal POST billing/portal
getPricing GET billing/pricing

dashboard
getSummary GET dashboard/summary q

activity
list GET activity-logs q items

changes
stream GET changes qs

requests
list GET requests q items
get GET requests/{}

audit
listEvents GET audit/events q items
export GET audit/export ql
listCheckpoints GET audit/checkpoints q items
listKeys GET audit/keys
proveEvent GET audit/proof q
proveConsistency GET audit/consistency q

webhooks
create POST webhooks j
list GET webhooks
listEvents GET webhooks/events
get GET webhooks/{}
update PATCH webhooks/{} j
delete DELETE webhooks/{} e
listDeliveries GET webhooks/{}/deliveries q items
getDelivery GET webhooks/{}/deliveries/{}
redeliver POST webhooks/{}/deliveries/{}/redeliver
test POST webhooks/{}/test
replay POST webhooks/{}/replay j
getReplay GET webhooks/{}/replays/{}
cancelReplay POST webhooks/{}/replays/{}/cancel`;
