import type { Origin } from '@pps/event-store';
import type { Creation } from '@pps/idempotency';
import type { BoardChange, BoardDraft, PlatformBoard, PlatformError } from '@pps/platform';
import { Invalid, Rejected } from '@pps/kernel';
import { platformRejection } from '../tokens/reconnection';

/** The boards of connected accounts. Methods throw `Rejected` as `AccessTokens` does, `Rejected('scope_missing')`, and what `boardRejection` lists. */
export interface BoardSource {
  /** All of the account's boards, at most 100,000, within 25 s. */
  list(accountId: string): Promise<PlatformBoard[]>;
  /** Where an earlier call of the same request may have made it, that board is looked for first. */
  create(accountId: string, draft: BoardDraft, creation: Creation, origin: Origin): Promise<PlatformBoard>;
  update(accountId: string, boardId: string, change: BoardChange, origin: Origin): Promise<PlatformBoard>;
  delete(accountId: string, boardId: string, origin: Origin): Promise<void>;
}

/** The platform's error about a board as ours: `Rejected('board_not_found')` (404), `Rejected('board_access_denied')`, `Invalid`, or what `platformRejection` gives. */
export function boardRejection(error: PlatformError, boardId?: string): Error {
  const context = boardId === undefined ? {} : { board_id: boardId };
  switch (error.kind) {
    case 'board_not_found':
      return boardNotFound(boardId);
    case 'board_access_denied':
    case 'trial_access':
      return new Rejected('board_access_denied', 'The platform denied access to the board for the connected account', context);
    case 'validation':
      return new Invalid([{ loc: ['body'], msg: `The platform refused it: ${error.reason}`, type: 'platform_refused' }]);
    default:
      return platformRejection(error);
  }
}

export const boardNotFound = (boardId?: string): Rejected =>
  new Rejected('board_not_found', 'The board was not found', boardId === undefined ? {} : { board_id: boardId }, { status: 404 });
