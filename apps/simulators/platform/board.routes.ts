import type { FastifyInstance, FastifyRequest } from 'fastify';
import { baseUrlOf, queryOf } from '../http/form';
import {
  ensureAccountRecord,
  accountView,
  addBoardRecord,
  boardView,
  listedBoards,
  readableBoard,
  requireScopes,
  writableBoard,
} from './board-records';
import { bodyOf, textField, pathId, requiredTextField, type Body } from './body';
import { defineUserOperation, type PlatformSimulator } from './operation';
import { changePinRecord, pinRecordView } from './pin-records';
import { badParameter, platformRefusal } from './platform-refusal';
import type { BoardRecord, Privacy } from './records';

const write = { category: 'org_write', scopes: ['boards:read', 'boards:write'] } as const;
const read = { category: 'org_read', scopes: ['boards:read'] } as const;

export function boardRoutes(app: FastifyInstance, platform: PlatformSimulator): void {
  const { state } = platform;
  defineUserOperation(
    app,
    platform,
    { operation: 'user_account', method: 'GET', url: '/user_account', success: 200, category: 'org_read', scopes: ['user_accounts:read'] },
    (session) => accountView(state, ensureAccountRecord(state, session.username)),
  );
  defineUserOperation(
    app,
    platform,
    { operation: 'boards.list', method: 'GET', url: '/boards', success: 200, ...read },
    (session, request) => {
      const { items, bookmark } = bookmarkPageOf(request, listedBoards(state, session));
      return { items: items.map((board) => boardView(state, board)), bookmark };
    },
  );
  defineUserOperation(
    app,
    platform,
    { operation: 'boards.create', method: 'POST', url: '/boards', success: 201, ...write },
    (session, request) => {
      const body = bodyOf(request);
      const privacy = readPrivacy(body, ['PUBLIC', 'PROTECTED', 'SECRET']) ?? 'PUBLIC';
      if (privacy === 'SECRET') requireScopes(session, ['boards:write_secret']);
      const name = freeName(platform, session.username, requiredTextField(body, 'name', 180));
      return boardView(
        state,
        addBoardRecord(state, { owner: session.username, name, description: textField(body, 'description', 500), privacy }),
      );
    },
  );
  defineUserOperation(
    app,
    platform,
    { operation: 'boards.get', method: 'GET', url: '/boards/:id', success: 200, ...read },
    (session, request) => boardView(state, readableBoard(state, session, pathId(request))),
  );
  defineUserOperation(
    app,
    platform,
    { operation: 'boards.update', method: 'PATCH', url: '/boards/:id', success: 200, ...write },
    (session, request) => {
      const board = writableBoard(state, session, pathId(request));
      const body = bodyOf(request);
      const privacy = readPrivacy(body, ['PUBLIC', 'SECRET']) ?? board.privacy;
      if (privacy === 'SECRET') requireScopes(session, ['boards:write_secret']);
      const wanted = textField(body, 'name', 180) ?? board.name;
      const name = wanted === board.name ? wanted : freeName(platform, session.username, wanted);
      const description = body['description'] === undefined ? board.description : textField(body, 'description', 500);
      platform.exclusive(board.id);
      const changed: BoardRecord = { ...board, name, description, privacy };
      state.boards.put(board.id, changed);
      return boardView(state, changed);
    },
  );
  defineUserOperation(
    app,
    platform,
    { operation: 'boards.delete', method: 'DELETE', url: '/boards/:id', success: 204, ...write },
    (session, request) => {
      const board = writableBoard(state, session, pathId(request));
      platform.exclusive(board.id);
      for (const pin of [...state.pinIndex.ofBoard(board.id)]) changePinRecord(state, pin, { deletedMs: Date.now() });
      state.boards.put(board.id, { ...board, deleted: true });
      return undefined;
    },
  );
  defineUserOperation(
    app,
    platform,
    {
      operation: 'board_pins.list',
      method: 'GET',
      url: '/boards/:id/pins',
      success: 200,
      category: 'org_read',
      scopes: ['boards:read', 'pins:read'],
    },
    (session, request) => {
      const board = readableBoard(state, session, pathId(request));
      const newestMs = Date.now() - state.settings().read_lag_ms;
      const shown = state.pinIndex.ofBoard(board.id).filter((pin) => pin.committedMs <= newestMs);
      const { items, bookmark } = bookmarkPageOf(request, shown.reverse());
      return { items: items.map((pin) => pinRecordView(state, pin, session, baseUrlOf(request))), bookmark };
    },
  );
}

function readPrivacy(body: Body, allowed: readonly Privacy[]): Privacy | undefined {
  const value = body['privacy'];
  if (value === undefined || value === null) return undefined;
  const known = allowed.find((each) => each === value);
  if (known === undefined) throw badParameter(`privacy is not one of ${allowed.join(', ')}`);
  return known;
}

function freeName({ state }: PlatformSimulator, owner: string, name: string): string {
  for (const board of state.boards.rows())
    if (board.owner === owner && !board.deleted && board.name === name)
      throw platformRefusal(400, 400, 'You already have a board with that name.');
  return name;
}

interface BookmarkPage<T> {
  readonly items: readonly T[];
  readonly bookmark: string | null;
}

/** One page of rows that come newest first; the bookmark names the last row given, so rows added meanwhile shift nothing. */
function bookmarkPageOf<T extends { readonly order: number }>(request: FastifyRequest, newestFirst: readonly T[]): BookmarkPage<T> {
  const { page_size: size = '25', bookmark } = queryOf(request);
  if (!/^\d{1,3}$/.test(size) || Number(size) < 1 || Number(size) > 250) throw badParameter('page_size must be from 1 to 250');
  const before = bookmark === undefined || bookmark === '' ? Infinity : readBookmark(bookmark);
  const rest = newestFirst.filter((row) => row.order < before);
  const items = rest.slice(0, Number(size));
  const last = items[items.length - 1];
  return { items, bookmark: last !== undefined && rest.length > items.length ? writeBookmark(last.order) : null };
}

function writeBookmark(order: number): string {
  return Buffer.from(`before:${order}`).toString('base64url');
}

function readBookmark(bookmark: string): number {
  const order = /^before:(\d+)$/.exec(Buffer.from(bookmark, 'base64url').toString())?.[1];
  if (order === undefined) throw badParameter('The bookmark is invalid');
  return Number(order);
}
