export { PLATFORM } from './platform';
export type {
  PlatformAnswer,
  AnswerContext,
  CallOptions,
  PlatformPage,
  PageOptions,
  Platform,
  PlatformToken,
  PlatformUser,
} from './platform';
export type { BoardChange, BoardDraft, BoardPrivacy, PlatformBoard } from './board';
export type {
  PlatformPin,
  ImageBytes,
  MediaFile,
  MediaProgress,
  MediaUploadTarget,
  PlatformPinChange,
  PinDraft,
  PinMedia,
  VideoCover,
} from './pin';
export type { RateLimit } from './rate-limit';
export { PlatformError } from './platform-error';
export type { PlatformErrorKind, PlatformFailure, PlatformOutcome } from './platform-error';
export { createV5Platform } from './v5/create-v5-platform';
export type { V5Settings } from './v5/create-v5-platform';
export { isSimulatedId, simulatedId } from './simulation/simulated-id';
export { simulatedPin } from './simulation/simulated-pin';
export { simulatedToken } from './simulation/simulated-token';
