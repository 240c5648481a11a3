import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { queryOf } from '../http/form';
import { pictureSeed } from '../pictures/picture.routes';
import { renderPicture, shrinkPicture } from '../pictures/render-picture';
import { pageRange } from '../pages/page-range';
import { sendSimulatorPage } from '../pages/simulator-page';
import { platformOverviewPage, type PlatformOverview } from './platform-overview.page';
import { platformRefusal } from './platform-refusal';
import type { PlatformState } from './platform-state';
import type { MediaSource, PinRecord } from './records';

const pinsOfPage = 48;
const otherRows = 50;

/** The page for people, and the pictures on it. */
export function overviewRoutes(app: FastifyInstance, state: PlatformState): void {
  app.get('/', async (request, reply) => {
    const { account, board, page } = queryOf(request);
    return sendSimulatorPage(reply, platformOverviewPage(overviewOf(state, account, board, page)));
  });
  app.get<{ Params: { id: string } }>('/pictures/:id', async (request, reply) => {
    const pin = state.pins.get(request.params.id);
    if (!pin) throw platformRefusal(404, 404, 'Not found.');
    void reply.headers({ 'cache-control': 'public, max-age=86400', 'x-content-type-options': 'nosniff' }).type('image/webp');
    return pictureOf(state, pin);
  });
}

function overviewOf(state: PlatformState, account?: string, board?: string, page?: string): PlatformOverview {
  const wanted = (pin: PinRecord) =>
    pin.deletedMs === null && (account === undefined || pin.account === account) && (board === undefined || pin.boardId === board);
  const pins = [...state.pins.rows()].filter(wanted);
  const boards = [...state.boards.rows()].filter(({ deleted }) => !deleted);
  const range = pageRange(page, pins.length, pinsOfPage);
  return {
    accounts: [...state.accounts.rows()].slice(-otherRows).reverse(),
    accountCount: state.accounts.size,
    boards: boards
      .slice(-otherRows)
      .reverse()
      .map((each) => ({ ...each, pinCount: state.pinIndex.ofBoard(each.id).length })),
    boardCount: boards.length,
    pins: pins
      .slice(pins.length - range.to, pins.length - range.from)
      .reverse()
      .map((pin) => ({ ...pin, boardName: state.boards.get(pin.boardId)?.name ?? pin.boardId })),
    pinCount: pins.length,
    range,
    filter: { ...(account === undefined ? {} : { account }), ...(board === undefined ? {} : { board }) },
  };
}

/** What was uploaded; for a picture at an address, which nothing here fetches, one that is drawn. */
async function pictureOf(state: PlatformState, pin: PinRecord): Promise<Buffer> {
  const stored = fileOf(pin.media);
  const bytes = stored === null ? null : await readFile(join(state.folder, stored)).catch(() => null);
  const seed = seedOf(pin.media);
  return (bytes && (await shrinkPicture(bytes))) ?? renderPicture(seed, [seed, `${pin.title ?? ''} ${pin.altText ?? ''}`], 'webp');
}

function fileOf(media: MediaSource): string | null {
  if (media.type === 'image_file') return media.sha256;
  return media.type === 'video' && /^[0-9a-f]{64}$/.test(media.cover) ? media.cover : null;
}

function seedOf(media: MediaSource): string {
  if (media.type === 'image_file') return media.sha256;
  const address = media.type === 'image_url' ? media.url : media.cover;
  if (!URL.canParse(address)) return address;
  const { pathname, search } = new URL(address);
  return pictureSeed(pathname) + search;
}
