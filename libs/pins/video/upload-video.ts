import { originalKey, type AssetStorage } from '@pps/asset-storage';
import { assetStream } from '@pps/assets/events';
import type { MediaFile } from '@pps/platform';
import type { WaitingPin } from '../pin/pin.state';
import { backoffMs, momentAfter } from '../publishing/publishing.policy';
import { recordUpload, type UploadOutcome } from './video.decider';
import { deferBlocked, applyRateLimit } from '../publishing/apply-rate-limit';
import { AssetUnreadable } from '../publishing/own-images';
import { nothingSent, pacedCall, type CallFailure, type OpenAttempt } from '../publishing/paced-call';
import type { AccountAccess, PublishingDeps } from '../publishing/publishing-deps';
import { appendOutcome } from '../publishing/append-outcome';

/** For the bytes alone. */
export const uploadDeadlineMs = 5 * 60_000;

/** Registers the video with the platform and sends it its bytes, straight from the storage; the pin is created once the platform has processed it. */
export async function uploadVideo(deps: PublishingDeps, pin: WaitingPin, open: OpenAttempt): Promise<void> {
  const { attempt } = open;
  const ended = await pacedCall(
    deps,
    pin,
    open,
    () => openVideoFile(deps, pin),
    (access, file) => upload(deps, pin, access, file),
    // No pin comes of it, whatever broke.
  ).catch((error: unknown) => nothingSent(deps, pin, error));
  const outcome = certain(deps, pin, ended);
  await appendOutcome(deps, pin, (state, at) => recordUpload({ attempt, at, outcome }, state));
  if (outcome.kind !== 'uploaded') await deferBlocked(deps, pin, outcome);
}

/** An upload creates no pin: what may have happened to it does not matter. */
function certain({ clock, random }: PublishingDeps, pin: WaitingPin, outcome: UploadOutcome | CallFailure): UploadOutcome {
  if (outcome.kind !== 'unknown') return outcome;
  const nextAttemptAt = momentAfter(clock(), backoffMs(pin.attempts + 1, random()));
  return { kind: 'try_again', reason: 'transient_upstream', message: outcome.message, nextAttemptAt };
}

async function upload(deps: PublishingDeps, pin: WaitingPin, access: AccountAccess, file: MediaFile): Promise<UploadOutcome> {
  const { platform, platformTimeoutMs } = deps;
  const { value: target, rateLimit } = await platform.registerMedia(access.accessToken, { timeoutMs: platformTimeoutMs });
  void applyRateLimit(deps, pin, rateLimit);
  await platform.uploadMedia(target, file, { timeoutMs: uploadDeadlineMs });
  return { kind: 'uploaded', mediaId: target.mediaId };
}

async function openVideoFile({ streams, storage }: PublishingDeps, { content }: WaitingPin): Promise<MediaFile | CallFailure> {
  const assetId = content.assetId ?? '';
  const { state: asset } = await streams.load(assetStream, assetId);
  if (asset.kind !== 'asset') return { kind: 'failed', errorCode: 'asset_not_found', message: 'The uploaded video was deleted.' };
  const { contentType, fileSizeBytes } = asset;
  const extension = { 'video/quicktime': 'mov', 'video/x-m4v': 'm4v' }[contentType] ?? 'mp4';
  return { fileName: `video.${extension}`, contentType, sizeBytes: fileSizeBytes, content: bytesOf(storage, originalKey(assetId)) };
}

/** Opened when the first byte is wanted: nothing is left open where the call is not made. */
async function* bytesOf(storage: AssetStorage, key: string): AsyncGenerator<Uint8Array> {
  const stream = await storage.open(key);
  if (!stream) throw new AssetUnreadable('The uploaded video could not be read.');
  yield* stream as AsyncIterable<Uint8Array>;
}
