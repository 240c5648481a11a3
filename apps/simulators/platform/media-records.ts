import { randomBytes } from 'node:crypto';
import type { PlatformState } from './platform-state';
import { platformRefusal } from './platform-refusal';
import type { Session } from './session';
import type { MediaRecord } from './records';

export type MediaStatus = 'registered' | 'processing' | 'succeeded' | 'failed';

export function addMediaRecord(state: PlatformState, session: Session): MediaRecord {
  const { id } = state.nextId();
  const media = { id, username: session.username, key: randomBytes(24).toString('base64url'), uploadedMs: null, sha256: null };
  state.media.put(id, media);
  return media;
}

export function ownMediaRecord(state: PlatformState, session: Session, id: string): MediaRecord {
  const media = state.media.get(id);
  if (media === undefined || media.username !== session.username) throw platformRefusal(404, 404, 'Media upload not found.');
  return media;
}

export function mediaStatus(state: PlatformState, media: MediaRecord): MediaStatus {
  if (media.uploadedMs === null) return 'registered';
  const { media_outcome: outcome, media_processing_ms: takes } = state.settings();
  return Date.now() - media.uploadedMs < takes ? 'processing' : outcome;
}

export function uploadView(media: MediaRecord, origin: string): Record<string, unknown> {
  const date = new Date().toISOString();
  return {
    media_id: media.id,
    media_type: 'video',
    upload_url: `${origin}/platform/_upload/${media.id}`,
    upload_parameters: {
      'x-amz-date': `${date.slice(0, 19).replace(/[-:]/g, '')}Z`,
      'x-amz-signature': media.key,
      'x-amz-security-token': 'simulated',
      'x-amz-algorithm': 'AWS4-HMAC-SHA256',
      key: `uploads/${media.id}`,
      policy: 'simulated',
      'x-amz-credential': 'simulated',
      'Content-Type': 'multipart/form-data',
    },
  };
}
