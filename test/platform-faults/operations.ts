import type { CallOptions, Platform } from '@pps/platform';
import { testRedirectUri, video, type Needs, type Subject } from './subject';

export interface Operation {
  /** Of the port's method. */
  readonly name: string;
  /** Heads its column. */
  readonly short: string;
  readonly needs: readonly Needs[];
  /** A pin, titled after the user. */
  readonly creates?: true;
  readonly call: (platform: Platform, subject: Subject, options: CallOptions) => Promise<unknown>;
}

const picture = { kind: 'image_url', url: 'https://e.com/a.jpg' } as const;

/** Every call the port has. */
export const operations: readonly Operation[] = [
  {
    name: 'exchangeCode',
    short: 'code',
    needs: ['code'],
    call: (platform, { code }, options) => platform.exchangeCode({ code, redirectUri: testRedirectUri }, options),
  },
  {
    name: 'refreshToken',
    short: 'refr',
    needs: [],
    call: (platform, { refreshToken }, options) => platform.refreshToken({ refreshToken }, options),
  },
  { name: 'user', short: 'user', needs: [], call: (platform, { accessToken }, options) => platform.user(accessToken, options) },
  { name: 'listBoards', short: 'list', needs: [], call: (platform, { accessToken }, options) => platform.listBoards(accessToken, options) },
  {
    name: 'allBoards',
    short: 'all',
    needs: [],
    call: async (platform, { accessToken }, options) => {
      for await (const board of platform.allBoards(accessToken, options)) if (board.id === '') return;
    },
  },
  {
    name: 'createBoard',
    short: 'bcre',
    needs: [],
    call: (platform, { accessToken, username }, options) => platform.createBoard(accessToken, { name: `new ${username}` }, options),
  },
  {
    name: 'getBoard',
    short: 'bget',
    needs: [],
    call: (platform, { accessToken, boardId }, options) => platform.getBoard(accessToken, boardId, options),
  },
  {
    name: 'updateBoard',
    short: 'bupd',
    needs: [],
    call: (platform, { accessToken, boardId }, options) => platform.updateBoard(accessToken, boardId, { description: 'D' }, options),
  },
  {
    name: 'deleteBoard',
    short: 'bdel',
    needs: [],
    call: (platform, { accessToken, boardId }, options) => platform.deleteBoard(accessToken, boardId, options),
  },
  {
    name: 'boardPins',
    short: 'bpin',
    needs: ['pin'],
    call: (platform, { accessToken, boardId }, options) => platform.boardPins(accessToken, boardId, options),
  },
  {
    name: 'createPin',
    short: 'pcre',
    needs: [],
    creates: true,
    call: (platform, { accessToken, boardId, username: title }, options) =>
      platform.createPin(accessToken, { boardId, title, media: picture }, options),
  },
  {
    name: 'createVideoPin',
    short: 'vcre',
    needs: ['video'],
    creates: true,
    call: (platform, { accessToken, boardId, username: title, videoId }, options) =>
      platform.createPin(
        accessToken,
        { boardId, title, media: { kind: 'video', mediaId: videoId, cover: { keyFrameSeconds: 1 } } },
        options,
      ),
  },
  {
    name: 'getPin',
    short: 'pget',
    needs: ['pin'],
    call: (platform, { accessToken, pinId }, options) => platform.getPin(accessToken, pinId, options),
  },
  {
    name: 'updatePin',
    short: 'pupd',
    needs: ['pin'],
    call: (platform, { accessToken, pinId }, options) => platform.updatePin(accessToken, pinId, { description: 'D' }, options),
  },
  {
    name: 'deletePin',
    short: 'pdel',
    needs: ['pin'],
    call: (platform, { accessToken, pinId }, options) => platform.deletePin(accessToken, pinId, options),
  },
  {
    name: 'registerMedia',
    short: 'mreg',
    needs: [],
    call: (platform, { accessToken }, options) => platform.registerMedia(accessToken, options),
  },
  {
    name: 'uploadMedia',
    short: 'mupl',
    needs: ['upload'],
    call: (platform, { upload }, options) => platform.uploadMedia(upload, video, options),
  },
  {
    name: 'mediaStatus',
    short: 'mget',
    needs: ['upload'],
    call: (platform, { accessToken, upload }, options) => platform.mediaStatus(accessToken, upload.mediaId, options),
  },
];
