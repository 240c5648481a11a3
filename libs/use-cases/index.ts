// What the service can do, whoever asks: one line for each ability. Below it what hosts ask beside that, and what abilities are given and give.
export { createPin } from './create-pin/create-pin'; // queue one pin for publishing
export { createPins } from './create-pin/create-pins'; // queue a batch of pins, all or none by quota
export { validatePin } from './create-pin/validate-pin'; // put every check to a pin, write nothing
export { findPin } from './find/find-pin'; // one pin that the credential may see
export { findPinTimeline } from './pin-timeline/find-pin-timeline'; // what happened to one pin, in words
export { findPinAt } from './find/find-pin'; // one pin as it was at a moment
export { findScheduleAt } from './find/find-schedule'; // one schedule as it was at a moment
export { retryPin } from './change-pin/edit-pin'; // queue a failed pin again
export { editPin } from './change-pin/edit-pin'; // change what a waiting or failed pin shows
export { deletePin } from './change-pin/delete-pin'; // delete a pin, on the platform too if asked
export { retryPins } from './change-many/delete-pins'; // queue many failed pins again, each alone
export { deletePins } from './change-many/delete-pins'; // delete many pins, each alone
export { cancelSchedules } from './change-many/delete-schedules'; // cancel many schedules, each alone
export { retrySchedules } from './change-many/delete-schedules'; // another go at many, each alone
export { deleteSchedules } from './change-many/delete-schedules'; // remove many that have ended, each alone
export { forecastSchedules } from './schedule-forecast/forecast-schedules'; // when the schedules of the next days would really go
export { forecastAtMost, slipWorthTellingMs, type ForecastOfMany } from './schedule-forecast/forecast-schedules'; // how much of it, and which slip is told
export { forecastNewSchedule, quickForecast } from './schedule-forecast/forecast-schedules'; // whether a schedule would slip
export { createSchedule, notInFuture } from './create-schedule/create-schedule'; // queue a pin at a time in the future
export { validateSchedule } from './create-schedule/validate-schedule'; // put every check to a schedule, write nothing
export { editSchedule } from './change-schedule/edit-schedule'; // change what a schedule shows, and when it fires
export { cancelSchedule } from './change-schedule/cancel-schedule'; // take a schedule back before it is published
export { retrySchedule } from './change-schedule/retry-schedule'; // another go at a failed schedule
export { deleteSchedule } from './change-schedule/cancel-schedule'; // remove a schedule that has ended
export { fireSchedule, type FireScheduleDeps } from './fire-schedule/fire-schedule'; // queue the pin of a schedule that is due
export { fireSchedules } from './fire-schedule/fire-schedules'; // the same of several of one project that are due together
export { prepareFiring } from './fire-schedule/fire-schedules'; // load what firing will need
export { disconnectAccount } from './disconnect-account/disconnect-account'; // end an account's connection, and wait for its last calls
export { findSchedule } from './find/find-schedule'; // one schedule that the credential may see
export { uploadAsset } from './upload-asset/upload-asset'; // take an image or a video
export { deleteAsset } from './upload-asset/delete-asset'; // delete an uploaded file
export { acceptImport } from './import-pins/accept-import'; // take a file of pins
export { withRowKeys } from './import-pins/row-keys'; // name the rows of a file by what they ask for
export { importPortion } from './import-pins/import-portion'; // work off the next rows of a file
export { cancelImport } from './import-pins/accept-import'; // end a file whose rows are not all done
export { findImport, listImportsPage, visibleResults } from './import-pins/find-import'; // what became of files
export { failedRows } from './import-pins/find-import'; // the failed rows of a file, to be mended and sent again
export { confirmedByClient } from './agreement/require-agreement'; // a call to which its user has agreed, as a program says
export { refusePublicBoard } from './agreement/require-agreement'; // a program shows no board to everybody unasked
export { proposeWrite } from './proposals/propose-write'; // ask a person to agree to writes
export { findProposal, listProposalRows } from './proposals/find-proposal'; // what was proposed, and how far it has come
export { checkProposal } from './proposals/check-proposal'; // what the checks and the forecast say of what waits
export { approveProposal } from './proposals/approve-proposal'; // agree to items, which are then carried out
export { resumeAgreements } from './proposals/resume-agreements'; // carry out what a stop left of them
export { showItems, type ShownItem } from './proposals/shown-items'; // what a person has to be shown of items
export { boardsOfItems, nameBoards, type BoardOfAccount } from './proposals/name-boards'; // what the boards of items are called
export { changedSubject } from './proposals/item-subject'; // what a pin or schedule is once an item is done
export { declineProposal } from './proposals/decline-proposal'; // end items that nobody wants
export { createWebhook } from './create-webhook/create-webhook'; // subscribe a URL to events
export { editWebhook } from './create-webhook/create-webhook'; // change a subscription
export { createKey } from './api-keys/create-key'; // make an API key
export { deviceKeyDays, pollDeviceSignIn } from './device-sign-in/poll-device-sign-in'; // the key of a terminal that somebody approved
export { endOwnKey } from './device-sign-in/end-own-key'; // end the key that is presented, or the grant of a token
export { redeemAuthorization } from './grants/redeem-authorization'; // the grant of a program that a person agreed to
export { refreshGrant } from './grants/refresh-grant'; // the next tokens of a grant
export { unfitEnd } from './api-keys/key-end.policy'; // whether a key may end at a moment
export { changeKey } from './api-keys/change-key'; // change what a key may do, and with it what it made
export { revokeKey } from './api-keys/change-key'; // end a key and what it made
export { unprovenAccess } from './api-keys/unproven-access.process'; // ends what an unproven account had, where its reset crashed
export { resetForgottenPassword } from './api-keys/reset-forgotten-password'; // a new password by a mailed link
export { unfinishedRenames } from './change-profile/unfinished-renames.process'; // the name that comes with a change, where its request crashed
export { changeProfile } from './change-profile/change-profile'; // a person's name and the organization's data for invoices, together
export { openWorkspace } from './open-workspace/open-workspace'; // organization, production project and plan of a new user
export { findOrganization, forgetWorkspace, projectIdsOf } from './forget-workspace/forget-workspace'; // end a workspace and its person for good
export { rememberForgotten } from './forget-workspace/forgetting.process'; // note who is forgotten, so that it is erased
export { eraseDue, forgettingDuty, runForgetting, type ForgettingDeps } from './forget-workspace/forgetting.dispatcher'; // erase what is stored of it
export { noteAccountExports } from './export-account/account-export.process'; // note which archives were asked for, so that they are made
export { accountExportDuty, runAccountExports } from './export-account/account-export.dispatcher'; // make the archives of accounts that were asked for
export { findArchive } from './export-account/find-archive'; // the archive that a link leads to
export { findExportGeneration } from './export-account/find-archive'; // which sessions an export belongs to
export { createSandbox } from './sandbox/create-sandbox'; // a sandbox project with a simulated account
export { resetSandbox } from './sandbox/create-sandbox'; // empty the sandbox
export { startCheckout, type CheckoutOrder } from './payments/start-checkout'; // where a plan can be bought
export { openPortal } from './payments/start-checkout'; // where a subscription is managed
export { takePaymentEvent } from './payments/take-payment-event'; // what the payment provider reports

export { requireAccount, requireLiveAccount } from './create-pin/pin-checks'; // whether the credential may name an account
export { requireRoomFor } from './project-limits/create-within-limit'; // whether a project may have one more key or webhook
export { refuseMoreAccounts } from './project-limits/create-within-limit'; // a list of more accounts than a project can have
export { monthlyQuota, type MonthlyQuota } from './create-pin/pin-checks'; // the project's quota of this month as it stands
export { epochAt } from './find/find-pin'; // the epoch of which somebody sees what was at a moment
export { identifyRequest } from './create-pin/duplicate-request'; // the pin id that a request's key stands for
export { forecastStarts, type ForecastItem, type ForecastQuestion } from './schedule-forecast/forecast.policy'; // when pins would start, given the pace
export { pinHeadroom, rateRemaining, type BucketReading, type BucketReadings, type RateReading } from './pin-headroom/pin-headroom'; // tokens that a pin could take now
export { settleExport, sweepArchives, type AccountExportDeps } from './export-account/account-export.dispatcher'; // steps of making archives

export type { GrantOutcome } from './grants/redeem-authorization';
export type { PaymentDeps } from './payments/payment-customer';
export type { UseCaseDeps } from './use-case-deps';
export type { ImportFile, ReadRow } from './import-pins/accept-import';
export type { CreatePinDeps } from './create-pin/create-pin';
export type { ScheduleRequest } from './create-schedule/duplicate-schedule';
export type { BatchItem } from './create-pin/create-pins';
export type { ProposedItem } from './proposals/propose-write';
export type { ItemChoice } from './proposals/approve-proposal';
export type { CheckedProposalItem } from './proposals/check-proposal';
export type { BatchRequest } from './create-pin/check-batch';
export type { CheckOutcome } from './create-pin/validate-pin';
export type { PinRequest } from './create-pin/duplicate-request';
export type { ChangedItem } from './change-many/change-each';
export type { RetryPinDeps } from './change-pin/edit-pin';
