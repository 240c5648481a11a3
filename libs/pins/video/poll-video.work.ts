import { Rejected } from '@pps/kernel';
import { PlatformError } from '@pps/platform';
import { nextAction } from '../pin/next-action';
import type { Pin } from '../pin/pin.state';
import { pinStream } from '../pin/pin.stream';
import { isAccountRefusal } from '../publishing/outcome-of-call';
import { backoffMs, momentAfter } from '../publishing/publishing.policy';
import { recordVideoReading, type VideoReading } from './video.decider';
import { originOf } from '../publishing/append-outcome';
import type { PublishingDeps } from '../publishing/publishing-deps';

/** Asks the platform once how far it is with a pin's video; reads only. */
export async function pollVideo(deps: PublishingDeps, pinId: string): Promise<void> {
  const { state: pin } = await deps.streams.load(pinStream, pinId);
  const action = pin.kind === 'pin' ? nextAction(pin) : null;
  if (pin.kind !== 'pin' || action?.kind !== 'read_video_status' || action.at > deps.clock().toISOString()) return;
  const { mediaId } = action;
  const reading = await readStatus(deps, pin, mediaId);
  const at = deps.clock();
  const retryAt = momentAfter(at, backoffMs(pin.attempts, deps.random()));
  const command = { mediaId, at: at.toISOString(), reading, retryAt };
  await deps.streams.decide(pinStream, pinId, originOf(pin, at), (state) => recordVideoReading(command, state));
}

async function readStatus(deps: PublishingDeps, pin: Pin, mediaId: string): Promise<VideoReading> {
  try {
    const access = await deps.accounts.accessToken(pin.accountId);
    try {
      const { value } = await deps.platform.mediaStatus(access.accessToken, mediaId, { timeoutMs: deps.platformTimeoutMs });
      return readingOf(value.status);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind !== 'unauthorized') throw error;
      await deps.accounts.refreshAccess(pin.accountId, access);
      return { kind: 'not_yet' };
    }
  } catch (error) {
    return afterFailure(error, deps.clock());
  }
}

function readingOf(status: 'registered' | 'processing' | 'succeeded' | 'failed'): VideoReading {
  switch (status) {
    case 'registered':
    case 'processing':
      return { kind: 'not_yet' };
    case 'succeeded':
      return { kind: 'ready' };
    case 'failed':
      return { kind: 'failed', errorCode: 'invalid_payload', message: 'The platform could not process the video.' };
  }
}

function afterFailure(error: unknown, at: Date): VideoReading {
  if (error instanceof Rejected) {
    const { code, message } = error;
    return isAccountRefusal(code) ? { kind: 'failed', errorCode: code, message } : { kind: 'not_yet' };
  }
  if (!(error instanceof PlatformError)) throw error;
  if (error.kind === 'media_not_found') return { kind: 'gone', message: error.reason };
  if (error.retryAfterSeconds === undefined) return { kind: 'not_yet' };
  return { kind: 'not_yet', notBefore: momentAfter(at, error.retryAfterSeconds * 1000) };
}
