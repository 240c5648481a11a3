import { createHash } from 'node:crypto';
import { addBoardRecord } from './board-records';
import type { PlatformState } from './platform-state';
import type { AccountRecord } from './records';

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
