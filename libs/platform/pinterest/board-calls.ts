import type { BoardChange, BoardDraft, BoardPrivacy, PlatformBoard, PlatformPage, PageOptions, Platform, PlatformUser } from '../platform';
import type { PinterestCaller } from './pinterest-caller';
import {
  digits,
  list,
  object,
  optionalCountIn,
  optionalExactTextIn,
  optionalTextIn,
  shownTextIn,
  text,
  type AnswerFields,
  UnexpectedShape,
} from './answer-fields';
import { readPinFields } from './pin-calls';

type BoardCalls = Pick<
  Platform,
  'user' | 'listBoards' | 'allBoards' | 'createBoard' | 'getBoard' | 'updateBoard' | 'deleteBoard' | 'boardPins'
>;

const maxBoardPages = 400;

export function boardCalls(caller: PinterestCaller, pinPageUrl: string): BoardCalls {
  const listBoards: Platform['listBoards'] = (accessToken, options) =>
    caller.callAs(accessToken, { operation: 'boards.list', method: 'GET', path: ['boards'], query: pageQuery(options) }, options, (json) =>
      readPage(json, readListedBoard),
    );
  return {
    listBoards,
    allBoards: (accessToken, options) => allPages((bookmark) => listBoards(accessToken, { ...options, bookmark })),
    user: (accessToken, options) =>
      caller.callAs(accessToken, { operation: 'user_account', method: 'GET', path: ['user_account'] }, options, readUser),
    createBoard: (accessToken, draft, options) =>
      caller.callAs(
        accessToken,
        { operation: 'boards.create', method: 'POST', path: ['boards'], json: boardBody(draft) },
        options,
        readBoard,
      ),
    getBoard: (accessToken, boardId, options) =>
      caller.callAs(accessToken, { operation: 'boards.get', method: 'GET', path: ['boards', boardId] }, options, readBoard),
    updateBoard: (accessToken, boardId, change, options) =>
      caller.callAs(
        accessToken,
        { operation: 'boards.update', method: 'PATCH', path: ['boards', boardId], json: boardBody(change) },
        options,
        readBoard,
      ),
    deleteBoard: (accessToken, boardId, options) =>
      caller.callAs(accessToken, { operation: 'boards.delete', method: 'DELETE', path: ['boards', boardId] }, options, () => undefined),
    boardPins: (accessToken, boardId, options) =>
      caller.callAs(
        accessToken,
        { operation: 'board_pins.list', method: 'GET', path: ['boards', boardId, 'pins'], query: pageQuery(options) },
        options,
        (json) => readPage(json, (item) => readPinFields(item, pinPageUrl, caller.clock)),
      ),
  };
}

async function* allPages(page: (bookmark: string | null) => ReturnType<Platform['listBoards']>): AsyncGenerator<PlatformBoard> {
  const seen = new Set<string>();
  const boards = new Set<string>();
  let bookmark: string | null = null;
  for (let pages = 0; pages < maxBoardPages; pages += 1) {
    const { value }: { value: PlatformPage<PlatformBoard> } = await page(bookmark);
    for (const board of value.items) {
      // Boards that are made or moved while pages are read come on two of them.
      if (boards.has(board.id)) continue;
      boards.add(board.id);
      yield board;
    }
    if (value.bookmark === null || seen.has(value.bookmark)) return;
    seen.add(value.bookmark);
    bookmark = value.bookmark;
  }
}

function pageQuery(options: PageOptions | undefined): Record<string, string | undefined> {
  return { page_size: String(options?.pageSize ?? 250), bookmark: options?.bookmark ?? undefined };
}

function readPage<T>(json: unknown, read: (item: unknown) => T | readonly T[]): PlatformPage<T> {
  const fields = object(json);
  const bookmark = optionalExactTextIn(fields, 'bookmark');
  return { items: list(fields['items'], 'items').flatMap(read), bookmark: bookmark === '' ? null : bookmark };
}

function boardBody(change: BoardChange | BoardDraft): Record<string, unknown> {
  return { name: change.name, description: change.description, privacy: change.privacy };
}

function readUser(json: unknown): PlatformUser {
  const fields = object(json);
  return { id: digits(fields, 'id'), username: text(fields, 'username'), displayName: shownTextIn(fields, 'business_name') };
}

/** A board without an id is of no use to anybody, and no reason to show none of the others. */
function readListedBoard(json: unknown): readonly PlatformBoard[] {
  try {
    return [readBoard(json)];
  } catch (error) {
    if (error instanceof UnexpectedShape) return [];
    throw error;
  }
}

function readBoard(json: unknown): PlatformBoard {
  const fields = object(json, 'a board');
  return {
    id: digits(fields, 'id'),
    name: shownTextIn(fields, 'name') ?? '',
    description: shownTextIn(fields, 'description'),
    privacy: readPrivacy(optionalTextIn(fields, 'privacy')),
    pinCount: optionalCountIn(fields, 'pin_count'),
    ownerUsername: ownerIn(fields['owner']),
  };
}

const ownerIn = (owner: unknown): string | null =>
  typeof owner === 'object' && owner !== null ? shownTextIn(owner as AnswerFields, 'username') || null : null;

/** In any case of letters; a word that nobody described is taken for the most restrictive one, so that nothing is shown as public that may not be. */
function readPrivacy(value: string | null): BoardPrivacy {
  const known = value?.trim().toUpperCase();
  return known === 'PUBLIC' || known === 'PROTECTED' ? known : 'SECRET';
}
