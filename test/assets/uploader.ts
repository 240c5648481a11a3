import sharp from 'sharp';
import { newPersona } from '../setup/persona';
import type { Headers } from '../setup/platform-user';
import type { Answer } from '../setup/caller';
import type { PlatformService } from '../setup/platform-service';
import { eventually } from '../setup/eventually';

/** Somebody with a key, a connected account, a board, and files to upload. */
export interface Uploader {
  readonly key: Headers;
  readonly organizationId: string;
  readonly accountId: string;
  readonly boardId: string;
  readonly username: string;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  remove(path: string): Promise<Answer>;
  upload(kind: 'images' | 'videos', bytes: Buffer, filename?: string, field?: string): Promise<Answer>;
  /** A link of the service as this test reaches it. */
  follow(link: string, headers?: Headers): Promise<Response>;
  draft(fields: object): Record<string, unknown>;
  pinIn(status: string, pinId: string): Promise<Answer['body']>;
}

export async function newUploader(service: PlatformService, username: string): Promise<Uploader> {
  const { key, organizationId, accountId, boardId } = await newPersona(service.call, username);
  const get: Uploader['get'] = (path) => service.call('GET', path, undefined, key);
  const post: Uploader['post'] = (path, body) => service.call('POST', path, body, key);
  return {
    key,
    organizationId,
    accountId,
    boardId,
    username,
    get,
    post,
    remove: (path) => service.call('DELETE', path, undefined, key),
    upload: async (kind, bytes, filename = 'blue door.png', field = 'file') => {
      const form = new FormData();
      form.set(field, new Blob([new Uint8Array(bytes)]), filename);
      return uploadForm(`${service.url}/v1/assets/${kind}`, form, key);
    },
    follow: (link, headers = {}) => fetch(new URL(`${new URL(link).pathname}${new URL(link).search}`, service.url), { headers }),
    draft: (fields) => ({ account_id: accountId, board_id: boardId, title: 'Blue door', ...fields }),
    pinIn: (wanted, pinId) => {
      let last = 'nothing';
      const probe = async () => {
        const { body } = await get(`/v1/pins/${pinId}`);
        last = `${body.status} ${body.error_code} ${body.error_message}`;
        return body.status === wanted ? body : undefined;
      };
      return eventually(`pin ${pinId} ${wanted}`, probe).catch((error: Error) => {
        throw new Error(`${error.message}; it was ${last}`);
      });
    },
  };
}

export async function uploadForm(url: string, body: FormData | string, headers: Headers): Promise<Answer> {
  const response = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(120_000) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

export const png = (width = 60, height = 90): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 10, g: 80, b: 200 } } })
    .png()
    .toBuffer();

export const webp = (): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 90, channels: 3, background: 'red' } })
    .webp()
    .toBuffer();

export const refusal = ({ status, body }: Answer) => [status, body?.error?.code];
