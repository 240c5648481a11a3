import { Invalid, Rejected } from '@pps/kernel';
import type { PlatformError } from '@pps/platform';
import { platformRejection } from '../tokens/platform-rejection';

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
