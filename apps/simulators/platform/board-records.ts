import { createHash } from 'node:crypto';
import type { PlatformState, Session } from './platform-state';
import { unknownBoard, notAuthorized, scopesMissing } from './platform-refusal';
import { zonelessTime, type BoardRecord, type Privacy, type AccountRecord } from './records';

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

/** The account of that name, made with one public board when it is new. Its id depends on the name only. */
export function ensureAccountRecord(state: PlatformState, username: string): AccountRecord {
  const known = state.accounts.get(username);
  if (known !== undefined) return known;
  const account = { id: platformUserId(username), username, createdMs: state.now() };
  state.accounts.put(username, account);
  addBoardRecord(state, { owner: username, name: 'Quiet rooms' });
  return account;
}

export function accountView(state: PlatformState, account: AccountRecord): Record<string, unknown> {
  const boards = [...state.boards.rows()].filter((board) => board.owner === account.username && !board.deleted);
  return {
    id: account.id,
    username: account.username,
    account_type: 'BUSINESS',
    business_name: account.username,
    profile_image: null,
    website_url: null,
    about: null,
    board_count: boards.length,
    pin_count: boards.reduce((sum, board) => sum + state.pinIndex.ofBoard(board.id).length, 0),
    follower_count: 0,
    following_count: 0,
    monthly_views: 0,
  };
}

function platformUserId(username: string): string {
  const number = createHash('sha256').update(username).digest().readBigUInt64BE();
  return String(100_000_000_000_000_000n + (number % 800_000_000_000_000_000n));
}
