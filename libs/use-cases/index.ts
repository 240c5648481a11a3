// What the service can do, whoever asks. One line for each ability; everything else here is what they are given and give.
export { createWithinLimit, type CountLimitDeps } from './project-limits/create-within-limit';
export { createPin } from './create-pin/create-pin'; // queue one pin for publishing
export { createPins } from './create-pin/create-pins'; // queue a batch of pins, all or none by quota
export { validatePin } from './create-pin/validate-pin'; // put every check to a pin, write nothing
export { findPin } from './change-pin/find-pin'; // one pin that the credential may see
export { retryPin } from './change-pin/retry-pin'; // queue a failed pin again
export { editPin } from './change-pin/edit-pin'; // change what a waiting or failed pin shows
export { deletePin } from './change-pin/delete-pin'; // delete a pin, on the platform too if asked
export { pinHeadroom } from './pin-headroom/pin-headroom'; // how much can be published now, and when the next pin would start
export { uploadAsset } from './upload-asset/upload-asset'; // take an image or a video
export { deleteAsset } from './upload-asset/delete-asset'; // delete an uploaded file
export { openWorkspace } from './open-workspace/open-workspace'; // organization, production project and plan of a new user
export { createSandbox } from './sandbox/create-sandbox'; // a sandbox project with a simulated account
export { resetSandbox } from './sandbox/reset-sandbox'; // empty the sandbox

export { identifyRequest } from './create-pin/duplicate-request';
export { USE_CASE_DEPS, type UseCaseDeps } from './use-case-deps';
export { UseCasesModule } from './use-cases.module';
export { monthlyQuota, requireAccount, requireLiveAccount, type MonthlyQuota } from './create-pin/pin-checks';
export type { CreatePinDeps, CreatedPin } from './create-pin/create-pin';
export type { BatchItem, BatchRequest, CreatedPins } from './create-pin/create-pins';
export type { CheckOutcome, ValidatedPin } from './create-pin/validate-pin';
export type { LocatedPinRequest, PinRequest } from './create-pin/pin-request';
export type { Removal } from './change-pin/delete-pin';
export { rateRemaining, type BucketReading, type BucketReadings, type RateReading } from './pin-headroom/pin-headroom';
