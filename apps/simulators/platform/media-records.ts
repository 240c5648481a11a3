import { randomBytes, createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlatformState, Session } from './platform-state';
import { platformRefusal, badParameter } from './platform-refusal';
import type { MediaRecord, MediaSource } from './records';

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

export async function readMediaSource(state: PlatformState, session: Session, given: unknown): Promise<MediaSource> {
  if (typeof given !== 'object' || given === null) throw badParameter('media_source is required');
  const source = given as Record<string, unknown>;
  switch (source['source_type']) {
    case 'image_url':
      return { type: 'image_url', url: webAddress(source['url'], 'media_source.url') };
    case 'image_base64':
      return { type: 'image_file', sha256: await saveImage(state, source['content_type'], source['data']) };
    case 'video_id':
      return readVideo(state, session, source);
    default:
      throw badParameter(`media_source.source_type is not one of image_url, image_base64, video_id`);
  }
}

export function webAddress(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.length > 2048 || !URL.canParse(value) || !/^https?:/i.test(value))
    throw badParameter(`Invalid URL in ${name}`);
  return value;
}

async function readVideo(state: PlatformState, session: Session, source: Record<string, unknown>): Promise<MediaSource> {
  const media = state.media.get(String(source['media_id']));
  if (media === undefined || media.username !== session.username) throw platformRefusal(404, 404, 'Media upload not found.');
  if (mediaStatus(state, media) !== 'succeeded' || media.sha256 === null) throw badParameter('The media upload is not ready.');
  const { cover_image_url: url, cover_image_data: data, cover_image_content_type: type, cover_image_key_frame_time: time } = source;
  if (url !== undefined) return { type: 'video', sha256: media.sha256, coverUrl: webAddress(url, 'cover_image_url'), cover: String(url) };
  if (data !== undefined) {
    const cover = await saveImage(state, type, data);
    return { type: 'video', sha256: media.sha256, coverUrl: `/platform/images/${cover}`, cover };
  }
  if (typeof time === 'number' && time >= 0) return { type: 'video', sha256: media.sha256, coverUrl: null, cover: `frame ${time}` };
  throw badParameter('A video needs cover_image_url or cover_image_content_type with cover_image_data');
}

async function saveImage(state: PlatformState, contentType: unknown, data: unknown): Promise<string> {
  if (contentType !== 'image/jpeg' && contentType !== 'image/png') throw badParameter('content_type is not one of image/jpeg, image/png');
  if (typeof data !== 'string' || !/^[a-zA-Z0-9+/=]+$/.test(data)) throw badParameter("data does not match '^[a-zA-Z0-9+/=]+$'");
  const bytes = Buffer.from(data, 'base64');
  const format = imageFormat(bytes);
  if (format === 'other') throw badParameter('The format of the image is not supported');
  if (format !== contentType) throw platformRefusal(403, 235, 'The image is broken.');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await mkdir(state.folder, { recursive: true });
  await writeFile(join(state.folder, sha256), bytes);
  return sha256;
}

function imageFormat(bytes: Buffer): 'image/jpeg' | 'image/png' | 'other' | 'broken' {
  const start = bytes.subarray(0, 12).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return /^(RIFF....WEBP|GIF8|BM|II\*|MM)/s.test(start) ? 'other' : 'broken';
}
