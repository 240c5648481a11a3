import type { MediaUploadTarget, Platform } from '@pps/platform';
import { allPlatformScopes, connect, consent, testRedirectUri, send } from '../../apps/simulators/testing';

/** Whoever the calls of one cell are made for; each cell has a user of its own. */
export interface Subject {
  readonly username: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** An authorization code that was not used yet. */
  readonly code: string;
  readonly boardId: string;
  readonly pinId: string;
  /** A video that is registered; `videoId` is uploaded too. */
  readonly upload: MediaUploadTarget;
  readonly videoId: string;
}

export type Needs = 'pin' | 'upload' | 'video' | 'code';

export interface Simulator {
  readonly url: string;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
}

export const simulatorAt = (url: string): Simulator => ({
  url,
  control: async (method, path, body) => {
    const { status, json } = await send(method, `${url}/platform/_control/${path}`, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(json)}`);
    return json;
  },
});

export const video = { fileName: 'a.mp4', contentType: 'video/mp4', sizeBytes: 3, content: Buffer.from('abc') };

const noUpload: MediaUploadTarget = { mediaId: '1', uploadUrl: 'http://127.0.0.1:1/', parameters: {} };

/** A connected user with what the operation works on. */
export async function newSubject(platform: Platform, { url }: Simulator, username: string, needs: readonly Needs[]): Promise<Subject> {
  const { accessToken, refreshToken, boardId } = await connect(url, username, [...allPlatformScopes, 'boards:read_secret']);
  const code = needs.includes('code') ? await newCode(url, username) : '';
  const pinId = needs.includes('pin') ? await newPin(platform, accessToken, boardId) : '1';
  const wantsUpload = needs.includes('upload') || needs.includes('video');
  const upload = wantsUpload ? (await platform.registerMedia(accessToken)).value : noUpload;
  if (needs.includes('video')) await platform.uploadMedia(upload, video);
  return { username, accessToken, refreshToken, code, boardId, pinId, upload, videoId: upload.mediaId };
}

async function newCode(url: string, username: string): Promise<string> {
  return (await consent(url, { decision: 'approve', username })).searchParams.get('code') ?? '';
}

async function newPin(platform: Platform, accessToken: string, boardId: string): Promise<string> {
  const media = { kind: 'image_url', url: 'https://e.com/a.jpg' } as const;
  return (await platform.createPin(accessToken, { boardId, title: 'before', media })).value.id;
}

export { testRedirectUri };
