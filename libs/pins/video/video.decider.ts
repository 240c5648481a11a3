import { nextAction } from '../pin/next-action';
import type { PinErrorCode, PinFact } from '../pin/pin.events';
import type { PinState } from '../pin/pin.state';
import { failed, isDueForAttempt, tryAgain, unpublished, type StartAttempt, type Unpublished } from '../publishing/publishing.decider';

const firstPollsAfterMs = [2_000, 4_000, 8_000];
const laterPollsAfterMs = 15_000;

/** When to ask the platform for a video after so many polls: 2, 4 and 8 s, then every 15 s. */
function nextPollAfter(polls: number, at: string): string {
  return new Date(Date.parse(at) + (firstPollsAfterMs[polls] ?? laterPollsAfterMs)).toISOString();
}

/** Starts the upload of a pin's video; silent unless the pin waits, is due, and needs one. */
export function startUpload(command: StartAttempt, state: PinState): readonly PinFact[] {
  if (state.kind !== 'pin' || nextAction(state)?.kind !== 'upload_video' || !isDueForAttempt(command, state)) return [];
  const { attempt, at, deadline } = command;
  return [{ type: 'PinMediaPreparationStarted', data: { attempt, startedAt: at, deadline } }];
}

/** How an upload ended. It creates no pin, so its outcome is never unknown. */
export type UploadOutcome = { readonly kind: 'uploaded'; readonly mediaId: string } | Unpublished;

/** Records how the upload that is open ended; silent about any other. */
export function recordUpload(
  command: { readonly attempt: number; readonly at: string; readonly outcome: UploadOutcome },
  state: PinState,
): readonly PinFact[] {
  const { attempt, at, outcome } = command;
  if (state.kind !== 'pin' || state.phase !== 'preparing_media') return [];
  if (state.media.step !== 'uploading' || state.media.attempt !== attempt) return [];
  if (outcome.kind === 'uploaded') {
    const { mediaId } = outcome;
    return [{ type: 'PinMediaUploaded', data: { attempt, mediaId, uploadedAt: at, nextLookAt: nextPollAfter(0, at) } }];
  }
  return [unpublished(state, attempt, at, outcome)];
}

/** An upload past its deadline and margin without an outcome: its worker is gone, and it is uploaded anew. */
export function expireUpload(
  command: { readonly at: string; readonly marginMs: number; readonly retryAt: string },
  state: PinState,
): readonly PinFact[] {
  if (state.kind !== 'pin' || state.phase !== 'preparing_media' || state.media.step !== 'uploading') return [];
  const { at, marginMs, retryAt } = command;
  if (Date.parse(at) < Date.parse(state.media.deadline) + marginMs) return [];
  const message = 'The worker did not report the upload of the video in time.';
  return [tryAgain(state, state.media.attempt, at, { reason: 'transient_upstream', message, nextAttemptAt: retryAt })];
}

export type VideoReading =
  | { readonly kind: 'ready' }
  /** Still processing, or the platform did not answer; `notBefore` where it said when to ask again. */
  | { readonly kind: 'not_yet'; readonly notBefore?: string }
  | { readonly kind: 'gone'; readonly message: string }
  | { readonly kind: 'failed'; readonly errorCode: PinErrorCode; readonly message: string };

/** Records how far the video is that is being processed; silent about any other. What takes longer than a quarter of an hour is uploaded anew. */
export function recordVideoReading(
  command: { readonly mediaId: string; readonly at: string; readonly reading: VideoReading; readonly retryAt: string },
  state: PinState,
): readonly PinFact[] {
  const { mediaId, at, reading, retryAt } = command;
  if (state.kind !== 'pin' || state.phase !== 'preparing_media') return [];
  const { media } = state;
  if (media.step !== 'processing' || media.mediaId !== mediaId) return [];
  const again = (message: string) => [
    tryAgain(state, state.starts, at, { reason: 'transient_upstream', message, nextAttemptAt: retryAt, mediaLost: true }),
  ];
  switch (reading.kind) {
    case 'ready':
      return [{ type: 'PinMediaReady', data: { mediaId, at } }];
    case 'failed':
      return [failed(state, reading.errorCode, reading.message, at)];
    case 'gone':
      return again(reading.message);
    case 'not_yet': {
      const reads = media.reads + 1;
      const planned = nextPollAfter(reads, at);
      const nextLookAt = reading.notBefore !== undefined && reading.notBefore > planned ? reading.notBefore : planned;
      if (isGivenUp(media.uploadedAt, nextLookAt)) return again('The platform did not process the video within a quarter of an hour.');
      return [{ type: 'PinMediaAwaited', data: { mediaId, look: reads, at, nextLookAt } }];
    }
  }
}

const processedWithinMs = 15 * 60_000;

const isGivenUp = (uploadedAt: string, nextLookAt: string): boolean => Date.parse(nextLookAt) - Date.parse(uploadedAt) > processedWithinMs;
