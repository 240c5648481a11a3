export type * from './pin/pin.events';
export type * from './pin/pin-media.events';
export type { Pin, PinDetails, PinState, Publishing, WaitingPin } from './pin/pin.state';
export { describePin, type PinStatus, type PinView } from './pin/pin-view';
export { needsUpload, nextAction, type ActionablePin, type NextAction } from './pin/next-action';
export { publishingAfter, queuedAt, type PublishingProgressFact } from './pin/publishing-progress';
export { actionColumns, phaseWithoutAction } from './publish-queue/action-columns';
export { pinStream } from './pin/pin.stream';
export {
  contentFieldList,
  contentFields,
  sealedContent,
  type ContentField,
  type ContentFieldKind,
  type ContentFieldName,
  type ContentRequest,
} from './pin/content-fields';
export type * from './platform-pin/platform-pin.events';
export type { PlatformPinState } from './platform-pin/platform-pin.decider';
export { platformPinStream, platformPinStreamId } from './platform-pin/platform-pin.stream';
