import type { FastifyInstance } from 'fastify';
import { baseUrlOf } from '../http/base-url';
import { ensureAccountRecord, accountView } from './account-records';
import { addBoardRecord, boardView, listedBoards, readableBoard, requireScopes, writableBoard } from './board-records';
import { bodyOf, textField, pathId, requiredTextField } from './body';
import type { Body } from './body';
import { defineUserOperation } from './operation';
import type { PlatformSimulator } from './operation';
import { bookmarkPageOf } from './bookmark-page';
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
