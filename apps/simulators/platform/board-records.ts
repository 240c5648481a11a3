import type { PlatformState } from './platform-state';
import { unknownBoard, notAuthorized, scopesMissing } from './platform-refusal';
import type { Session } from './session';
import { zonelessTime } from './zoneless-time';
import type { BoardRecord, Privacy } from './records';

export interface NewBoardRecord {
  readonly owner: string;
  readonly name: string;
  readonly id?: string;
  readonly description?: string | null;
  readonly privacy?: Privacy;
  readonly members?: readonly string[];
}

export function addBoardRecord(state: PlatformState, { owner, name, id, description, privacy, members }: NewBoardRecord): BoardRecord {
  const fresh = state.nextId();
  const board: BoardRecord = {
    id: id ?? fresh.id,
    order: fresh.order,
    owner,
    members: members ?? [],
    name,
    description: description ?? null,
    privacy: privacy ?? 'PUBLIC',
    createdMs: state.now(),
    deleted: false,
  };
  state.boards.put(board.id, board);
  return board;
}

export function isMember(board: BoardRecord, username: string): boolean {
  return board.owner === username || board.members.includes(username);
}

/** Newest first; secret boards only with the scope for them. */
export function listedBoards(state: PlatformState, session: Session): readonly BoardRecord[] {
  const secretToo = session.scopes.includes('boards:read_secret');
  return [...state.boards.rows()]
    .filter((board) => !board.deleted && isMember(board, session.username) && (secretToo || board.privacy !== 'SECRET'))
    .sort((a, b) => b.order - a.order);
}

export function readableBoard(state: PlatformState, session: Session, id: string): BoardRecord {
  const board = existingBoard(state, session, id);
  if (board.privacy === 'SECRET') requireScopes(session, ['boards:read_secret']);
  return board;
}

/** Only the owner may write to a board, or publish on it. */
export function writableBoard(state: PlatformState, session: Session, id: string): BoardRecord {
  const board = existingBoard(state, session, id);
  if (board.owner !== session.username) throw notAuthorized();
  if (board.privacy === 'SECRET') requireScopes(session, ['boards:write_secret']);
  return board;
}

export function boardView(state: PlatformState, board: BoardRecord): Record<string, unknown> {
  const pins = state.pinIndex.ofBoard(board.id);
  const newest = pins[pins.length - 1];
  return {
    id: board.id,
    name: board.name,
    description: board.description,
    privacy: board.privacy,
    owner: { username: board.owner },
    pin_count: pins.length,
    follower_count: 0,
    collaborator_count: board.members.length,
    created_at: zonelessTime(board.createdMs),
    board_pins_modified_at: zonelessTime(newest?.createdMs ?? board.createdMs),
    is_ads_only: false,
    media: { image_cover_url: null, pin_thumbnail_urls: [] },
  };
}

export function requireScopes(session: Session, scopes: readonly string[]): void {
  const missing = scopes.filter((scope) => !session.scopes.includes(scope));
  if (missing.length > 0) throw scopesMissing(missing);
}

function existingBoard(state: PlatformState, session: Session, id: string): BoardRecord {
  const board = state.boards.get(id);
  if (board === undefined || board.deleted) throw unknownBoard();
  if (board.privacy !== 'PUBLIC' && !isMember(board, session.username)) throw unknownBoard();
  return board;
}
