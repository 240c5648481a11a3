export type * from './pin/pin.events';
export type { Pin, PinDetails, PinState, Publishing, WaitingPin } from './pin/pin.state';
export { describePin, type PinStatus, type PinView } from './pin/pin-view';
export { needsUpload, nextAction, type ActionablePin, type NextAction } from './pin/next-action';
export { pinStream, publishingAfter, queuedAt, type PublishingProgressFact } from './pin/pin.stream';
export { actionColumns, phaseWithoutAction } from './publish-queue/action-columns';
export { contentFieldList, sealedContent, type ContentField, type ContentFieldKind, type ContentRequest } from './pin/content-fields';
export type * from './platform-pin/platform-pin.stream';
export { platformPinStream, platformPinStreamId } from './platform-pin/platform-pin.stream';
