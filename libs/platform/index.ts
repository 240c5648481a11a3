export { PLATFORM } from './platform';
export type { Answer, AnswerContext, CallOptions, Page, PageOptions, Platform, PlatformToken, PlatformUser } from './platform';
export type { BoardChange, BoardDraft, BoardPrivacy, PlatformBoard } from './board';
export type { CreatedPin, ImageBytes, MediaFile, MediaProgress, MediaUpload, PinChange, PinDraft, PinMedia, VideoCover } from './pin';
export type { RateLimit } from './rate-limit';
export { PlatformError } from './platform-error';
export type { PlatformErrorKind, PlatformFailure, PlatformOutcome } from './platform-error';
export { createV5Platform } from './v5/create-v5-platform';
export type { V5Settings } from './v5/create-v5-platform';
