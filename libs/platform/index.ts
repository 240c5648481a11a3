export type {
  AnswerContext,
  BoardChange,
  BoardDraft,
  CallOptions,
  Platform,
  PlatformBoard,
  PlatformToken,
  PlatformUser,
  RateLimit,
} from './platform';
export type { DraftField, PlatformPin, ImageBytes, MediaFile, MediaUploadTarget, PinDraft, PinMedia, VideoCover } from './pin';
export { PlatformError } from './platform-error';
export type { PlatformErrorKind, PlatformFailure, PlatformOutcome } from './platform-error';
export { createPinterestPlatform } from './pinterest/create-pinterest-platform';
export { simulatedId, simulatedPin, simulatedToken } from './simulated-id';
